"""The lab: the games as environments for people who study them.

`stramash.lab.pettingzoo`, `stramash.lab.openspiel` and `stramash.lab.gymnasium` speak the languages of those
libraries. They come with `pip install "stramash[lab]"`; docs/lab.md shows how they are used.
"""
