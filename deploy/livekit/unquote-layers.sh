#!/bin/sh
# A post-renderer for LiveKit's Helm chart. Helm turns the numbers that name layers into strings ("0":), with which
# livekit-server does not start.
exec sed -E 's/^( *)"([0-9]+)":/\1\2:/'
