#!/usr/bin/env bash
#
# A drill of backup and restore, on the data of a server or a PostgreSQL that works. It backs up, restores into a folder of its
# own, and checks the copy: that it has the same workspaces and keys, every charge of before, a ledger that agrees with
# its usage, and on a PostgreSQL that a server starts on it. Then it damages the backup, which must be refused. Nothing of the service is
# changed: the copy fetches no page, works on no batch and sends no webhook.
#
# Settings: those of the server (SHELFMARK_DATA or SHELFMARK_DATABASE_URL and SHELFMARK_REDIS_URL, SHELFMARK_KEY_PEPPER, SHELFMARK_MASTER_KEY).
# DRILL_COMMAND: the command. Default: that of this clone.
# Needs: for a PostgreSQL, the programs of a server of at least its version, and redis-server.
# Usage: adapters/server/deploy/drill.sh [MONTH]
# MONTH: whose charges are compared, such as 2026-05, in UTC. Default: this one.
# Exits with 0 when every check passed, else with 1.
set -euo pipefail

here=$(cd "$(dirname "$0")/../../.." && pwd)
read -ra SHELFMARK <<< "${DRILL_COMMAND:-node $here/dist/adapters/cli/main.js}"
WORK=$(mktemp -d)
chmod 700 "$WORK"
SERVER_PID=
DATABASE_PID=
REDIS_PID=
FAILED=0
end_all() {
  trap - EXIT
  for pid in $SERVER_PID $REDIS_PID; do
    kill "$pid" 2> /dev/null || true
    wait "$pid" 2> /dev/null || true
  done
  [ -z "$DATABASE_PID" ] || { kill -INT "$DATABASE_PID" 2> /dev/null || true; wait "$DATABASE_PID" 2> /dev/null || true; }
  rm -rf "$WORK"
}
trap end_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

ok() { printf 'ok      %s\n' "$1"; }
failed() { printf 'FAILED  %s\n' "$1"; FAILED=1; }
# check TITLE COMMAND...: the command must exit with 0. What it printed is shown if it does not.
check() {
  local title=$1
  shift
  if "$@" > "$WORK/said" 2>&1; then ok "$title"; else failed "$title"; sed 's/^/        /' "$WORK/said"; fi
}
free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
}

MONTH=${1:-$(date -u +%Y-%m)}
# take NAME: ids of workspaces and keys, and the charges of the month.
take() {
  local ids
  "${SHELFMARK[@]}" workspaces list --json > "$WORK/$1.workspaces"
  ids=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).map(({ id }) => id).join("\n")' "$WORK/$1.workspaces")
  : > "$WORK/$1.keys"
  for id in $ids; do "${SHELFMARK[@]}" keys list --workspace "$id" --json >> "$WORK/$1.keys"; done
  echo "$ids" | sort > "$WORK/$1.ids"
  grep -o '"key_[A-Za-z0-9]*"' "$WORK/$1.keys" | sort -u > "$WORK/$1.key-ids" || true
  "${SHELFMARK[@]}" ledger export --month "$MONTH" 2> /dev/null | sort > "$WORK/$1.charges"
}
# has_all BEFORE AFTER: every line of the first file is in the second one.
has_all() {
  local missing
  missing=$(comm -23 "$1" "$2")
  [ -z "$missing" ] || { echo "missing:"; echo "$missing"; return 1; }
}

take before
begin=$(date +%s%N)
if [ -n "${SHELFMARK_DATABASE_URL:-}" ]; then
  # Debian keeps the programs of PostgreSQL out of the path. A server refuses to run as root.
  INITDB=$(command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2> /dev/null | sort -V | tail -1)
  POSTGRES=$(dirname "$(readlink -f "$INITDB")")
  AS=()
  [ "$(id -u)" != 0 ] || AS=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  # The format has no checksum: gzip adds one.
  "$POSTGRES/pg_dump" --format=custom --compress=0 --no-owner "$SHELFMARK_DATABASE_URL" | gzip -1 > "$WORK/backup"
else
  "${SHELFMARK[@]}" backup "$WORK/backup" 2> /dev/null
fi
backed=$(date +%s%N)

# From here on, every command works on the copy.
export SHELFMARK_SOURCE=sandbox SHELFMARK_LOG=silent
if [ -n "${SHELFMARK_DATABASE_URL:-}" ]; then
  DATABASE_PORT=$(free_port)
  REDIS_PORT=$(free_port)
  chmod 711 "$WORK"
  mkdir "$WORK/postgres"
  [ ${#AS[@]} -eq 0 ] || chown postgres "$WORK/postgres"
  (cd "$WORK/postgres" && "${AS[@]}" "$POSTGRES/initdb" -D data -A trust -U postgres -E UTF8 --no-sync > /dev/null)
  "${AS[@]}" "$POSTGRES/postgres" -D "$WORK/postgres/data" -p "$DATABASE_PORT" -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories="$WORK/postgres" > "$WORK/postgres.log" 2>&1 &
  DATABASE_PID=$!
  redis-server --port "$REDIS_PORT" --bind 127.0.0.1 --dir "$WORK" --appendonly no --save '' \
    --maxmemory-policy noeviction > "$WORK/redis.log" 2>&1 &
  REDIS_PID=$!
  export SHELFMARK_DATABASE_URL=postgres://postgres@127.0.0.1:$DATABASE_PORT/postgres
  export SHELFMARK_REDIS_URL=redis://127.0.0.1:$REDIS_PORT SHELFMARK_DATA="$WORK/data"
  for _ in $(seq 600); do "$POSTGRES/pg_isready" -q -h 127.0.0.1 -p "$DATABASE_PORT" && break; sleep 0.1; done
  gunzip -c "$WORK/backup" > "$WORK/dump"
  check 'the backup is restored' "$POSTGRES/pg_restore" --no-owner --exit-on-error --dbname="$SHELFMARK_DATABASE_URL" "$WORK/dump"
else
  export SHELFMARK_DATA="$WORK/data"
  check 'the backup is restored' "${SHELFMARK[@]}" restore "$WORK/backup"
fi
restored=$(date +%s%N)

take after
check 'every workspace is there' has_all "$WORK/before.ids" "$WORK/after.ids"
check 'every key is there' has_all "$WORK/before.key-ids" "$WORK/after.key-ids"
check 'every charge of the month is there' has_all "$WORK/before.charges" "$WORK/after.charges"
check 'the ledger agrees with its usage' "${SHELFMARK[@]}" ledger check

# A server without batches sends no webhook. One with an embedded store always works on batches: the commands above have
# opened that as a server does.
if [ -n "$REDIS_PID" ]; then
  PORT=$(free_port)
  SHELFMARK_PORT=$PORT SHELFMARK_BATCHES=off SHELFMARK_ADMIN_HOST=127.0.0.1 SHELFMARK_ADMIN_PORT=$(free_port) \
    "${SHELFMARK[@]}" serve > "$WORK/server.log" 2>&1 &
  SERVER_PID=$!
  is_ready() {
    for _ in $(seq 300); do
      node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
        "http://127.0.0.1:$PORT/readyz" && return
      kill -0 "$SERVER_PID" 2> /dev/null || break
      sleep 0.2
    done
    cat "$WORK/server.log"
    return 1
  }
  check 'a server starts on it' is_ready
  kill "$SERVER_PID" 2> /dev/null || true
  wait "$SERVER_PID" 2> /dev/null || true
  SERVER_PID=
fi

# A backup that was damaged must not be taken for a whole one.
cp "$WORK/backup" "$WORK/damaged"
size=$(wc -c < "$WORK/damaged")
printf 'damaged' | dd of="$WORK/damaged" bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
if [ -n "$REDIS_PID" ]; then
  refuses() { ! gunzip -t "$WORK/damaged"; }
else
  refuses() { ! SHELFMARK_DATA="$WORK/other" "${SHELFMARK[@]}" restore "$WORK/damaged"; }
fi
check 'a damaged backup is refused' refuses

ms() { echo $((($2 - $1) / 1000000)); }
echo
echo "backup: $size bytes in $(ms "$begin" "$backed") ms, restored in $(ms "$backed" "$restored") ms"
echo "workspaces: $(wc -l < "$WORK/after.ids"), keys: $(wc -l < "$WORK/after.key-ids"), charges of $MONTH: $(($(wc -l < "$WORK/after.charges") - 1))"
[ "$FAILED" = 0 ] && echo 'the drill passed' || echo 'THE DRILL FAILED'
exit "$FAILED"
