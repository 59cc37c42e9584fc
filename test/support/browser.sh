#!/bin/sh
# Runs the browser at $TEST_BROWSER as a child. When a test takes too long, `bun test` sends SIGTERM to all of its children, and
# the browser that the later tests share would end.
trap '' TERM
"$TEST_BROWSER" "$@"
