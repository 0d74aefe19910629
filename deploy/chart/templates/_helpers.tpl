{{/* Names: the release's, with "sightline" in it. */}}
{{- define "sightline.name" -}}
{{- if contains "sightline" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-sightline" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "sightline.image" -}}
{{- with .Values.image }}
{{- .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end -}}

{{- define "sightline.workerNamespace" -}}
{{ .Values.worker.namespace | default .Release.Namespace }}
{{- end -}}

{{/* Call with (dict "root" . "component" "web"). */}}
{{- define "sightline.selector" -}}
app.kubernetes.io/name: sightline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "sightline.labels" -}}
{{ include "sightline.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* One setting out of the existing Secret. Call with (dict "root" . "name" "DATABASE_URL"). */}}
{{- define "sightline.secretEnv" -}}
- name: {{ .name }}
  valueFrom: {secretKeyRef: {name: {{ .root.Values.existingSecret | quote }}, key: {{ .name }}{{ if .optional }}, optional: true{{ end }}}}
{{- end -}}

{{- define "sightline.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "sightline.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end -}}

{{- define "sightline.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Two of a kind on different nodes where there are enough. Call with (dict "root" . "component" "web" "values" .Values.web). */}}
{{- define "sightline.spread" -}}
topologySpreadConstraints:
  {{- with .values.topologySpreadConstraints }}
  {{- toYaml . | nindent 2 }}
  {{- else }}
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: {matchLabels: {{ include "sightline.selector" $ | fromYaml | toJson }}}
  {{- end }}
  {{- end }}
{{- end -}}

{{/* Annotations of Pods: what the values say, and what restarts them. Call with (dict "root" . "values" .Values.web). */}}
{{- define "sightline.annotations" -}}
{{- with .root.Values.restartedBy }}
sightline.io/restarted-by: {{ . | quote }}
{{- end }}
{{- with .values.annotations }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* An authority of one's own, whom programs trust beside the public ones: setting, mount and volume. */}}
{{- define "sightline.authorityEnv" -}}
{{- with .Values.authority }}
{{- if or .configMap .secret }}
- {name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/sightline-authority/%s" .key | quote }}}
{{- end }}
{{- end }}
{{- end -}}

{{- define "sightline.authorityMount" -}}
{{- with .Values.authority }}
{{- if or .configMap .secret }}
- {name: authority, mountPath: /etc/sightline-authority, readOnly: true}
{{- end }}
{{- end }}
{{- end -}}

{{- define "sightline.authorityVolume" -}}
{{- with .Values.authority }}
{{- if and .configMap .secret }}
{{- fail "authority names a ConfigMap or a Secret, not both" }}
{{- else if .configMap }}
- {name: authority, configMap: {name: {{ .configMap | quote }}, items: [{key: {{ .key | quote }}, path: {{ .key | quote }}}]}}
{{- else if .secret }}
- {name: authority, secret: {secretName: {{ .secret | quote }}, items: [{key: {{ .key | quote }}, path: {{ .key | quote }}}]}}
{{- end }}
{{- end }}
{{- end -}}

{{/* Where Pods of one kind run, and before which others. Call with its values. */}}
{{- define "sightline.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The bucket that recordings go to, if there is one. */}}
{{- define "sightline.recordingsEnv" -}}
{{- with .Values.recordings }}
{{- if .bucket }}
- {name: RECORDINGS_S3_BUCKET, value: {{ .bucket | quote }}}
- {name: RECORDINGS_S3_ENDPOINT, value: {{ required "recordings.endpoint says where the bucket is" .endpoint | quote }}}
- {name: RECORDINGS_S3_REGION, value: {{ .region | quote }}}
- {name: RECORDINGS_S3_PREFIX, value: {{ .prefix | quote }}}
- {name: RECORDINGS_S3_PATH_STYLE, value: {{ .pathStyle | quote }}}
{{- range $key := list "RECORDINGS_S3_ACCESS_KEY_ID" "RECORDINGS_S3_SECRET_ACCESS_KEY" }}
{{ include "sightline.secretEnv" (dict "root" $ "name" $key) }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Where each program that reads the database may send: names, Postgres, Redis, LiveKit, and the bucket. */}}
{{- define "sightline.egress" -}}
{{- with .Values.networkPolicy }}
{{- $lists := list .dns .database .livekit }}
{{- if $.Values.useRedis }}
{{- $lists = append $lists .redis }}
{{- end }}
{{- if $.Values.recordings.bucket }}
{{- $lists = append $lists $.Values.recordings.egress }}
{{- end }}
{{- range $lists }}
{{- with . }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
