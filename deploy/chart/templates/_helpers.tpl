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
  valueFrom: {secretKeyRef: {name: {{ .root.Values.existingSecret | quote }}, key: {{ .name }}}}
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

{{/* Two of a kind on different nodes where there are enough. */}}
{{- define "sightline.spread" -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: {matchLabels: {{ include "sightline.selector" $ | fromYaml | toJson }}}
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
