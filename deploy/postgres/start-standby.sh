#!/bin/sh
# Copies the primary server at the first start, then follows it. `pg_ctl promote` makes it the primary server.
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  rm -rf "${data:?}"/*
  pg_basebackup --host=primary --username=whereabouts --pgdata="$data" --write-recovery-conf --checkpoint=fast
  chmod 700 "$data"
fi
exec postgres -D "$data"
