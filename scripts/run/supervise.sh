# sh supervise.sh <first pause in ms> <shell of npm, or nothing> <program> [arguments…]
# Runs a server as supervise.mjs does, with less than a megabyte of memory. The server watches this process and the
# shell of npm (watch-supervisor.mjs) because they forward no signal when they are killed.
pause_ms=$1 shell=$2
shift 2
start_error=2 max_crashes=5 within_s=300
child='' nap='' stopping='' told='' crashes=''

say() { echo "parlance: $*" >&2; }

# A terminal also signals the server. A server without a handler yet ends on SIGTERM, but ignores SIGINT.
stop() {
  stopping=$1 told=yes
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
  [ -z "$nap" ] || kill "$nap" 2>/dev/null
}
trap 'stop INT' INT
trap 'stop TERM' TERM

# A signal interrupts `wait` before the process has ended.
await() {
  while :; do
    told=''
    # Some shells print a line about a killed process.
    wait "$1" 2>/dev/null
    code=$?
    [ -n "$told" ] || return "$code"
  done
}

end_by() {
  trap - "$1"
  kill -s "$1" $$
}

# Converts milliseconds to seconds: 1500 becomes 1.5.
in_seconds() {
  text="$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"
  while [ "${text%0}" != "$text" ]; do text=${text%0}; done
  echo "${text%.}"
}

while :; do
  PARLANCE_SUPERVISOR="$$ $shell" "$@" &
  child=$!
  [ -z "$stopping" ] || kill -TERM "$child"
  await "$child"
  code=$? child=''
  signal=''
  [ "$code" -le 128 ] || signal=$(kill -l $((code - 128)) 2>/dev/null)
  if [ -n "$stopping" ] || [ "$code" -eq 0 ] || [ "$code" -eq $start_error ]; then
    [ -z "$signal" ] || end_by "$signal"
    exit "$code"
  fi
  now=$(date +%s) kept='' count=1
  for at in $crashes; do
    if [ $((now - at)) -lt $within_s ]; then kept="$kept $at" count=$((count + 1)); fi
  done
  crashes="$kept $now"
  what="the server crashed (${signal:+SIG$signal}"
  [ -n "$signal" ] || what="${what}exit code $code"
  what="$what)"
  if [ $count -eq $max_crashes ]; then
    say "$what, $max_crashes times within $((within_s / 60)) minutes: giving up"
    exit 1
  fi
  seconds=$(in_seconds $((pause_ms << (count - 1))))
  say "$what: starting it again in $seconds s"
  sleep "$seconds" &
  nap=$!
  [ -z "$stopping" ] || kill "$nap"
  wait "$nap"
  nap=''
  [ -z "$stopping" ] || end_by "$stopping"
  if [ -n "$shell" ] && ! kill -0 "$shell" 2>/dev/null; then end_by TERM; fi
done
