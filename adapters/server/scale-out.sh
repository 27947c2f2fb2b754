#!/usr/bin/env bash
#
# Shelfmark on more than one process: a PostgreSQL, a Redis, two servers, three workers, and a receiver
# that verifies the webhook of a batch. Everything runs on this machine, on free ports, with
# pages of the simulated marketplace, and ends with the script.
#
# Needs: a PostgreSQL server, redis-server, redis-cli, curl, and the built package (`npm ci` builds it).
# Usage: adapters/server/scale-out.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

MAIN=dist/adapters/cli/main.js
for command in redis-server redis-cli curl; do
  command -v "$command" > /dev/null || { echo "scale-out.sh needs $command" >&2; exit 2; }
done
[ -f "$MAIN" ] || { echo "scale-out.sh needs the built package: run npm ci, or npm run build" >&2; exit 2; }

# Debian keeps the programs of PostgreSQL out of the path.
INITDB=$(command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2> /dev/null | sort -V | tail -1)
[ -n "$INITDB" ] || { echo "scale-out.sh needs a PostgreSQL server" >&2; exit 2; }
POSTGRES=$(dirname "$(readlink -f "$INITDB")")
# It refuses to run as root.
AS=()
[ "$(id -u)" != 0 ] || AS=(setpriv --reuid=postgres --regid=postgres --clear-groups)

# Every process is ended by its id: first those that use the servers, then the servers.
DATA=$(mktemp -d)
PIDS=()
REDIS_PID=
DATABASE_PID=
end_all() {
  trap - EXIT
  [ ${#PIDS[@]} -eq 0 ] || { kill "${PIDS[@]}" 2> /dev/null || true; wait "${PIDS[@]}" 2> /dev/null || true; }
  [ -z "$DATABASE_PID" ] || { kill -INT "$DATABASE_PID" 2> /dev/null || true; wait "$DATABASE_PID" 2> /dev/null || true; }
  [ -z "$REDIS_PID" ] || { kill "$REDIS_PID" 2> /dev/null || true; wait "$REDIS_PID" 2> /dev/null || true; }
  rm -rf "$DATA"
}
trap end_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# wait_for PID NAME COMMAND...: waits until the command succeeds. Fails after 60 s, or when the process has ended.
wait_for() {
  local pid=$1 name=$2
  shift 2
  for _ in $(seq 300); do
    if "$@" > /dev/null 2>&1; then return; fi
    if ! kill -0 "$pid" 2> /dev/null; then break; fi
    sleep 0.2
  done
  echo "$name did not start:" >&2
  cat "$DATA/$name.log" >&2
  exit 1
}

read -r DATABASE_PORT REDIS_PORT ONE_PORT OTHER_PORT RECEIVER_PORT < <(node -e '
  const servers = Array.from({ length: 5 }, () => require("net").createServer().listen(0, "127.0.0.1"))
  let listening = 0
  for (const server of servers) server.on("listening", () => {
    if (++listening < servers.length) return
    console.log(servers.map((server) => server.address().port).join(" "))
    for (const server of servers) server.close()
  })')

# 1. A PostgreSQL of all that lasts, and a Redis of what may be lost.
chmod 711 "$DATA"
mkdir "$DATA/postgres"
[ ${#AS[@]} -eq 0 ] || chown postgres "$DATA/postgres"
(cd "$DATA/postgres" && "${AS[@]}" "$POSTGRES/initdb" -D data -A trust -U postgres -E UTF8 --no-sync > "$DATA/initdb.log" 2>&1) ||
  { cat "$DATA/initdb.log" >&2; exit 1; }
"${AS[@]}" "$POSTGRES/postgres" -D "$DATA/postgres/data" -p "$DATABASE_PORT" -c listen_addresses=127.0.0.1 \
  -c unix_socket_directories="$DATA/postgres" > "$DATA/postgres.log" 2>&1 &
DATABASE_PID=$!
wait_for "$DATABASE_PID" postgres "$POSTGRES/pg_isready" -h 127.0.0.1 -p "$DATABASE_PORT"
redis-server --port "$REDIS_PORT" --bind 127.0.0.1 --dir "$DATA" --save '' --appendonly no \
  --maxmemory-policy noeviction > "$DATA/redis.log" 2>&1 &
REDIS_PID=$!
wait_for "$REDIS_PID" redis redis-cli -p "$REDIS_PORT" ping

# 2. Two servers, which leave batches to the workers, and three workers.
export SHELFMARK_DATABASE_URL="postgres://postgres@127.0.0.1:$DATABASE_PORT/postgres"
export SHELFMARK_REDIS_URL="redis://127.0.0.1:$REDIS_PORT" SHELFMARK_DATA="$DATA"
export SHELFMARK_SOURCE=sandbox SHELFMARK_WORKERS=1 SHELFMARK_LOG=warn SHELFMARK_ADMIN_PORT=0
export SHELFMARK_BATCH_INTERVAL_MS=2000 SHELFMARK_WEBHOOK_ALLOW="http://127.0.0.1:$RECEIVER_PORT"
SHELFMARK_BATCHES=off SHELFMARK_PORT=$ONE_PORT node "$MAIN" serve > "$DATA/server-1.log" 2>&1 &
ONE_PID=$!
SHELFMARK_BATCHES=off SHELFMARK_PORT=$OTHER_PORT node "$MAIN" serve > "$DATA/server-2.log" 2>&1 &
OTHER_PID=$!
PIDS+=("$ONE_PID" "$OTHER_PID")
for number in 1 2 3; do
  node "$MAIN" work > "$DATA/worker-$number.log" 2>&1 &
  PIDS+=($!)
done
wait_for "$ONE_PID" server-1 curl -fs "http://127.0.0.1:$ONE_PORT/readyz"
wait_for "$OTHER_PID" server-2 curl -fs "http://127.0.0.1:$OTHER_PORT/readyz"
echo "postgres: port $DATABASE_PORT"
echo "redis:    port $REDIS_PORT"
echo "servers:  ports $ONE_PORT and $OTHER_PORT"
echo "workers:  3"

# 3. A receiver. It waits for the secret, which only the answer to the creation of the batch shows.
export CREATED="$DATA/created.json" RECEIVER_PORT
node --input-type=module -e "
  import { existsSync, readFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  import { text } from 'node:stream/consumers'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { verifyWebhook } from 'shelfmark/webhook'

  const server = createServer(async (request, response) => {
    const body = await text(request)
    while (!existsSync(process.env.CREATED)) await sleep(20)
    const { webhook_signature_secret: secret } = JSON.parse(readFileSync(process.env.CREATED, 'utf8'))
    const isVerified = await verifyWebhook(body, request.headers['x-svc-signature'], secret)
    response.writeHead(isVerified ? 204 : 401, { Connection: 'close' }).end()
    const { status, success_count: successes, total_count: total } = JSON.parse(body)
    console.log('webhook:  verified ' + isVerified + ', ' + status + ', ' + successes + ' of ' + total + ' items succeeded')
    server.close()
  }).listen(process.env.RECEIVER_PORT, '127.0.0.1')
  setTimeout(() => { console.error('no webhook arrived within 120 s'); process.exit(1) }, 120_000).unref()" &
RECEIVER_PID=$!
PIDS+=("$RECEIVER_PID")

# 4. A key of the workspace that the first server created, and a batch at one server.
KEY=$(node "$MAIN" keys create scale-out 2> "$DATA/keys.log") || { cat "$DATA/keys.log" >&2; exit 1; }
curl -fsS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d "{\"endpoint\": \"market.product\", \"webhook_url\": \"http://127.0.0.1:$RECEIVER_PORT/\",
       \"items\": [{\"query\": \"B0SHLFS081\"}, {\"query\": \"B0SHLFS082\"}, {\"query\": \"B0SHLFS083\"}]}" \
  -o "$CREATED.part" "http://127.0.0.1:$ONE_PORT/api/v1/market/batch"
mv "$CREATED.part" "$CREATED"
BATCH=$(node -p "JSON.parse(require('fs').readFileSync(process.env.CREATED, 'utf8')).id")
echo "created:  batch $BATCH at port $ONE_PORT"

# 5. The workers do the items, one of them delivers the webhook, and the other server shows the batch.
wait "$RECEIVER_PID"
curl -fsS -H "Authorization: Bearer $KEY" "http://127.0.0.1:$OTHER_PORT/api/v1/market/batch/$BATCH" | node -e "
  const { status, results, credits_charged } = JSON.parse(require('fs').readFileSync(0, 'utf8'))
  console.log('polled:   ' + status + ', ' + results.length + ' results, ' + credits_charged + ' credits, at port $OTHER_PORT')"
