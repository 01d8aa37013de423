BEGIN TRANSACTION;
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	content VARCHAR(128) NOT NULL, 
	client_id VARCHAR(64), 
	at FLOAT NOT NULL, 
	PRIMARY KEY (table_id, version), 
	UNIQUE (table_id, seat, client_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('bnn3fa963wh2',1,'join',1,'Bob',NULL,1.79485557023618817326e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',2,'move',0,'b3@7','id-1',1.79485557024293398854e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',3,'move',1,'n4@4','id-2',1.79485557024380517005e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',4,'move',0,'n2@9','id-3',1.79485557024896621699e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',5,'move',1,'n8@4','id-4',1.79485557025659585002e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',6,'move',0,'p8@6','id-5',1.79485557025745415685e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',7,'move',1,'r6@7','id-6',1.79485557025827527043e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',8,'move',0,'r4@7','id-7',1.79485557025905513766e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',9,'move',1,'b5@9','id-8',1.79485557025979518891e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',10,'move',0,'n7@3','id-9',1.79485557027289056777e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',11,'move',1,'b6@8','id-10',1.79485557027364587786e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',12,'move',0,'g7@1','id-11',1.7948555702743685245e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',13,'move',1,'n6@2','id-12',1.79485557027504467964e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',14,'move',0,'b1@5','id-13',1.79485557027574443812e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',15,'move',1,'n3@7','id-14',1.79485557027803421022e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',16,'move',0,'y4@2','id-15',1.79485557028453969951e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',17,'move',1,'r9@2','id-16',1.79485557028540873526e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',18,'move',0,'y6@3','id-17',1.7948555702861709594e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',19,'move',1,'y7@8','id-18',1.79485557028692483899e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',20,'move',0,'r5@8','id-19',1.79485557029660129551e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',21,'move',1,'g6@8','id-20',1.79485557031259059901e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',22,'move',0,'n9@5','id-21',1.79485557031346821786e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',23,'move',1,'b2@9','id-22',1794855570.31428);
INSERT INTO "events" VALUES('bnn3fa963wh2',24,'move',0,'b9@8','id-23',1.79485557031502962108e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',25,'move',1,'g4@7','id-24',1.79485557031578135496e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',26,'move',0,'g3@3','id-25',1.79485557031658673286e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',27,'move',1,'p7@2','id-26',1.79485557032648348815e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',28,'move',0,'g9@1','id-27',1.79485557032738590244e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',29,'move',1,'p2@9','id-28',1.79485557033251309395e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',30,'move',0,'p4@1','id-29',1794855570.33332);
INSERT INTO "events" VALUES('bnn3fa963wh2',31,'move',1,'p9@1','id-30',1.79485557033403587338e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',32,'move',0,'r8@8','id-31',1.79485557033475828176e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',33,'move',0,'claim@8','id-32',1794855570.34835);
INSERT INTO "events" VALUES('bnn3fa963wh2',34,'move',1,'r2@1','id-33',1794855570.34961);
INSERT INTO "events" VALUES('bnn3fa963wh2',35,'move',0,'p1@9','id-34',1.79485557035041832923e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',36,'move',0,'claim@1','id-35',1.79485557035112547872e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',37,'move',1,'b8@4','id-36',1.79485557035187983515e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',38,'move',0,'b4@2','id-37',1.7948555703565104007e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',39,'move',1,'b7@6','id-38',1.79485557035728859895e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',40,'move',1,'claim@2','id-39',1.79485557035799908644e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',41,'move',0,'r1@9','id-40',1.79485557035872459407e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',42,'move',1,'y5@5','id-41',1.79485557035942840577e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',43,'move',1,'claim@9','id-42',1794855570.36479);
INSERT INTO "events" VALUES('bnn3fa963wh2',44,'move',0,'g1@6','id-43',1.79485557036835265166e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',45,'move',1,'y2@6','id-44',1.79485557036910557747e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',46,'move',0,'g8@6','id-45',1794855570.38856);
INSERT INTO "events" VALUES('bnn3fa963wh2',47,'move',1,'y8@3','id-46',1.79485557040454721451e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',48,'move',0,'p6@4','id-47',1.79485557044051718717e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',49,'move',1,'p3@6','id-48',1.79485557045635676391e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',50,'move',0,'n1@7','id-49',1.79485557046428871154e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',51,'move',0,'claim@6','id-50',1.79485557046904206277e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',52,'move',1,'g2@5','id-51',1.79485557047238683701e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',53,'move',1,'claim@7','id-52',1.79485557048067116735e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',54,'move',0,'y1@4','id-53',1.7948555704876453876e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',55,'move',1,'r3@5','id-54',1794855570.49639);
INSERT INTO "events" VALUES('bnn3fa963wh2',56,'move',1,'claim@4','id-55',1.79485557050457763669e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',57,'move',0,'p5@5','id-56',1.79485557050837850573e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',58,'move',0,'claim@5','id-57',1.79485557051667857166e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',59,'move',1,'y3@3','id-58',1.79485557052036714554e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',60,'move',0,'pass','id-59',1.79485557052849936483e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',61,'move',1,'r7@3','id-60',1.79485557052953600878e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',62,'move',1,'claim@3','id-61',1.7948555705304911137e+09);
INSERT INTO "events" VALUES('bnn3fa963wh2',63,'rematch',0,'d5akny7ws4q2',NULL,1.79485557053140687942e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',1,'move',0,'y9@7','id-0',1.79485557053785514834e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',2,'move',0,'draw:tactic','id-1',1.7948555705388362408e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',3,'move',1,'p7@6','id-2',1.79485557054042220112e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',4,'move',1,'draw:tactic','id-3',1.79485557054440474514e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',5,'move',0,'g6@7','id-4',1.79485557054540681844e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',6,'move',0,'draw:clan','id-5',1.79485557054840373994e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',7,'move',1,'n8@8','id-6',1.79485557054939794544e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',8,'move',1,'draw:clan','id-7',1.79485557055298805238e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',9,'move',0,'r2@9','id-8',1.79485557055480504035e+09);
INSERT INTO "events" VALUES('d36v3y9exdd6',10,'resign',1,'',NULL,1.79485557055624771116e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',1,'move',0,'take:field1','id-0',1.79485557057117629049e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',2,'undo',0,'',NULL,1.7948555705763661861e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',3,'move',0,'take:forest1','id-2',1.79485557058043646806e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',4,'move',0,'place:home-n','id-3',1.7948555705843946933e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',5,'undo',0,'',NULL,1.79485557058836436277e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',6,'move',0,'place:home-n','id-5',1.79485557059244608879e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',7,'move',0,'done','id-6',1.79485557059639930718e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',8,'undo',0,'',NULL,1.79485557060037159921e+09);
INSERT INTO "events" VALUES('ny5763sxt2vp',9,'move',0,'use:forest1','id-8',1.79485557060453677176e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',1,'join',1,'Eve',NULL,1.79485557061476087565e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',2,'move',0,'up:ch7!','id-1',1.79485557062764596938e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',3,'move',1,'recruit:3','id-2',1.79485557063245272637e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',4,'move',2,'up:fe10','id-3',1.79485557063686561587e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',5,'move',0,'down:sc9','id-4',1.79485557063827347755e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',6,'leave',1,'crofter	Eve	Crofter 2',NULL,1.79485557064040088647e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',7,'move',1,'up:fo12','bot-6',1.79485557064470839495e+09);
INSERT INTO "events" VALUES('dd3ukxgq7537',8,'move',2,'up:fe9','bot-7',1.79485557064843869205e+09);
INSERT INTO "events" VALUES('bxzxa72rc9xx',1,'join',1,'Tom',NULL,1.79485557064964866636e+09);
INSERT INTO "events" VALUES('bxzxa72rc9xx',2,'leave',1,'open	Tom',NULL,1.79485557065483474726e+09);
INSERT INTO "events" VALUES('bxzxa72rc9xx',3,'join',1,'Robot',NULL,1.79485557066829776759e+09);
INSERT INTO "events" VALUES('6mzfcjwrzvfx',1,'leave',0,'closed	Ann',NULL,1.79485557067739510536e+09);
CREATE TABLE reviews (
	table_id VARCHAR(32) NOT NULL, 
	content TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "reviews" VALUES('d36v3y9exdd6','{"mark": "old", "moves": [], "seats": []}');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	bot VARCHAR(64), 
	holder VARCHAR(64), 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('bnn3fa963wh2',0,'person','Ann',NULL,'5276d4f35326f54723f7f71b407b618065712279ee2c190c8308a13068855fb8');
INSERT INTO "seats" VALUES('bnn3fa963wh2',1,'person','Bob',NULL,'9f03ef1533a68d2f506f81ef463c1183a82a6bd40e45613f36e6fe1889cf1b99');
INSERT INTO "seats" VALUES('d5akny7ws4q2',0,'person','Bob',NULL,'9f03ef1533a68d2f506f81ef463c1183a82a6bd40e45613f36e6fe1889cf1b99');
INSERT INTO "seats" VALUES('d5akny7ws4q2',1,'person','Ann',NULL,'5276d4f35326f54723f7f71b407b618065712279ee2c190c8308a13068855fb8');
INSERT INTO "seats" VALUES('d36v3y9exdd6',0,'person','Ann',NULL,'3bd2b8ecf121d808f5b5208f9505f53558935e437a381e6827670b5a6787beb8');
INSERT INTO "seats" VALUES('d36v3y9exdd6',1,'local','Zoë',NULL,'3bd2b8ecf121d808f5b5208f9505f53558935e437a381e6827670b5a6787beb8');
INSERT INTO "seats" VALUES('ny5763sxt2vp',0,'person','Ann',NULL,'6c429bfdefd672cae17430ae1711975ec626dabb9fadc9e5fe485fd4926b85d6');
INSERT INTO "seats" VALUES('ny5763sxt2vp',1,'local','Bob',NULL,'6c429bfdefd672cae17430ae1711975ec626dabb9fadc9e5fe485fd4926b85d6');
INSERT INTO "seats" VALUES('dd3ukxgq7537',0,'person','Ann',NULL,'01f14e612febf397f6af24654558785297f7f5c8ba6ef9e00e8415f6fa7f2432');
INSERT INTO "seats" VALUES('dd3ukxgq7537',1,'bot','Crofter 2','crofter',NULL);
INSERT INTO "seats" VALUES('dd3ukxgq7537',2,'bot','Crofter','crofter',NULL);
INSERT INTO "seats" VALUES('bxzxa72rc9xx',0,'person','Ann',NULL,'b29e504fdda48c2ff7a2d172c860c844bf67f590e40e58582f644d50b171dd6b');
INSERT INTO "seats" VALUES('bxzxa72rc9xx',1,'person','Robot','greedy','c41e0a08575417e41f72da96ada956b482fd9006288ab4d19eabd793548412c5');
INSERT INTO "seats" VALUES('bxzxa72rc9xx',2,'open','',NULL,NULL);
INSERT INTO "seats" VALUES('6mzfcjwrzvfx',0,'person','Ann',NULL,'129eca5a810c46d8c1cf8162f37a75bfa34b5c4fcd4066b105127ce13a657ce1');
INSERT INTO "seats" VALUES('6mzfcjwrzvfx',1,'bot','Greedy','greedy',NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	rules INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	seed VARCHAR(40) NOT NULL, 
	salt VARCHAR(64) NOT NULL, 
	invite VARCHAR(64) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	creator VARCHAR(64), 
	created FLOAT NOT NULL, 
	previous VARCHAR(32), 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('bnn3fa963wh2','schotten-totten',1,2,'{"tactics": false, "expert": false, "proofs": "clan", "rounds": 1}','57768497027720198791323416369715359338','b518ac1dc8bb2842193183d530386331','jy7ns9wHWpgpGyde1-eETg',0,'5276d4f35326f54723f7f71b407b618065712279ee2c190c8308a13068855fb8',1.79485557018656253819e+09,NULL);
INSERT INTO "tables" VALUES('d5akny7ws4q2','schotten-totten',1,2,'{"tactics": false, "expert": false, "proofs": "clan", "rounds": 1}','78708329257063434140351808135195353946','75353c17ae35749300bd415c5f04cf9b','FJWqa_O8git5e-g41EJDxA',0,'5276d4f35326f54723f7f71b407b618065712279ee2c190c8308a13068855fb8',1.79485557053137826915e+09,'bnn3fa963wh2');
INSERT INTO "tables" VALUES('d36v3y9exdd6','schotten-totten',1,2,'{"tactics": true, "expert": false, "proofs": "clan", "rounds": 1}','227623965397694867644833333634152501034','b32425d5d7556bca1a3a1948e3e3bd50','8stNtrfERWpV_XxgUnuhzA',0,'3bd2b8ecf121d808f5b5208f9505f53558935e437a381e6827670b5a6787beb8',1.79485557053358507151e+09,NULL);
INSERT INTO "tables" VALUES('ny5763sxt2vp','glen-more',1,2,'{"die": "tiles"}','226489783758653674765262588919495062198','e1ea4af28975f9355196fd6130fb8c60','OVzwgVgo3yAxTcjA_2O61A',0,'6c429bfdefd672cae17430ae1711975ec626dabb9fadc9e5fe485fd4926b85d6',1.7948555705620846748e+09,NULL);
INSERT INTO "tables" VALUES('dd3ukxgq7537','lords-of-scotland',1,3,'{"bruce": false, "activation": "auto"}','136252136094523015482350557280127758440','296bc1b01d80dccf0563cd9b71ca1f71','1MQXQ8c7TNmO8xjiWZiy7g',0,'01f14e612febf397f6af24654558785297f7f5c8ba6ef9e00e8415f6fa7f2432',1.79485557060916328425e+09,NULL);
INSERT INTO "tables" VALUES('bxzxa72rc9xx','lords-of-scotland',1,3,'{"bruce": false, "activation": "auto"}','220285181336513708116034552966111460295','8c6818c6a6af22acdcf992afe83bb113','PLNb9QmC33VZBPRDzE7CpQ',1,'b29e504fdda48c2ff7a2d172c860c844bf67f590e40e58582f644d50b171dd6b',1.79485557064553880686e+09,NULL);
INSERT INTO "tables" VALUES('6mzfcjwrzvfx','schotten-totten',1,2,'{"tactics": false, "expert": false, "proofs": "clan", "rounds": 1}','189997864847963742367472027240483962578','f68ee72f5363e3a024c96b30c548ab5b','xEc_oPQ96mukzfWe9wJvDQ',0,'129eca5a810c46d8c1cf8162f37a75bfa34b5c4fcd4066b105127ce13a657ce1',1.79485557067309141159e+09,NULL);
CREATE INDEX ix_tables_creator ON tables (creator);
CREATE INDEX ix_tables_created ON tables (created);
CREATE INDEX ix_seats_kind ON seats (kind);
CREATE INDEX ix_seats_holder ON seats (holder);
COMMIT;
