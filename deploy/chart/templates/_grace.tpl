{{/* Five seconds of preStop, DRAIN_SECONDS, and ten for what was begun. A DRAIN_SECONDS out of a Secret may be its maximum. */}}
{{- define "sightline.graceSeconds" -}}
{{- if hasKey .secretEnv "DRAIN_SECONDS" }}315{{ else }}{{ add 15 (int (get .env "DRAIN_SECONDS")) }}{{ end -}}
{{- end -}}
