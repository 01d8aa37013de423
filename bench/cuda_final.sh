# The final call: everything at once on eight cores, what matters most first; one JSON that grows.
export PYTHONUNBUFFERED=1 R=/tmp/out; mkdir -p $R; T0=$(date +%s)
B="taskset -c 0-7 python3 bench/cuda_batch.py --out $R"
merge() { python3 - <<'P'
import json, os, pathlib
found = {p.stem: json.loads(p.read_text()) for p in sorted(pathlib.Path(os.environ["R"]).glob("*.json")) if p.stat().st_size}
pathlib.Path(os.environ["OUT"], "cuda.json").write_text(json.dumps(found))
P
}
( while sleep 6; do merge 2>/dev/null; done ) & W=$!
left() { echo $(( 530 - $(date +%s) + T0 )); }
$B --together --part identity-schotten-totten --part identity-lords-of-scotland --part identity-glen-more --limit 515 > $OUT/identity.txt 2>&1 & I=$!
$B --together --part figures-base --part figures-tactics --part figures-lords --part figures-glen --limit 240
$B --part step --limit 125
$B --part statistics --limit 80
$B --part sharing --limit 40 | grep -v '"no_copy": true, "equal": true'
M=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,sm__cycles_active.avg,sm__warps_active.avg.pct_of_peak_sustained_active,l1tex__data_pipe_lsu_wavefronts.sum,l1tex__t_sector_hit_rate.pct,lts__t_bytes.sum,dram__bytes.sum,gpu__time_duration.sum,sm__inst_executed.avg.per_cycle_active,smsp__issue_active.avg.pct_of_peak_sustained_active
L=$(left); [ $L -gt 30 ] && timeout $(( L > 60 ? 60 : L )) ncu --clock-control none --replay-mode application -k regex:"play_out|see|step|mark|check" --metrics $M python3 bench/cuda_batch.py --here --part profile --out /tmp 2>&1 | grep -v PROF > $OUT/ncu.txt
L=$(left); [ $L -gt 0 ] && timeout $L tail --pid=$I -f /dev/null
kill $W; merge; tail -30 $OUT/identity.txt | cut -c1-400; echo done after $(( $(date +%s) - T0 )) s
