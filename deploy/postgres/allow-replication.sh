#!/bin/sh
# Lets the standby replicate with the password of the database. Runs once, when the primary server is created.
set -eu
echo 'host replication all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
