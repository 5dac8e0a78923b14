{{- define "commerce.labels" -}}
app.kubernetes.io/name: commerce
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "commerce.selector" -}}
app.kubernetes.io/name: commerce
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "commerce.image" -}}
{{ required "image.repository is empty: where did you push the image?" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "commerce.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "commerce.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* What all pods have in common, beside their containers. */ -}}
{{- define "commerce.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "commerce.podSecurity" . | nindent 2 }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* A Deployment: component, command, settings of its own, whether it serves requests. */ -}}
{{- define "commerce.deployment" -}}
{{- $values := index .Values .component }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-{{ .component }}
  labels:
    {{- include "commerce.labels" . | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $values) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "commerce.selector" . | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "commerce.labels" . | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      annotations:
        checksum/settings: {{ .Values.settings | toJson | sha256sum }}
    spec:
      {{- include "commerce.pod" . | nindent 6 }}
      serviceAccountName: {{ .Release.Name }}
      # The sleep, and 35 s or 5 s after WEBHOOK_TIMEOUT_SECONDS.
      terminationGracePeriodSeconds: {{ add 15 (max 30 (int (.Values.settings.WEBHOOK_TIMEOUT_SECONDS | default 30))) }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - topologyKey: {{ $key }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "commerce.selector" $ | nindent 14 }}
              app.kubernetes.io/component: {{ $.component }}
        {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "commerce.image" . }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          command: {{ .command | toJson }}
          securityContext:
            {{- include "commerce.containerSecurity" . | nindent 12 }}
          envFrom:
            - configMapRef: { name: {{ .Release.Name }} }
            - secretRef: { name: {{ .Values.secrets.service }} }
          {{- with .environment }}
          env:
            {{- range $name, $value := . }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          {{- end }}
          ports:
            {{- if eq .component "web" }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: metrics, containerPort: 9464 }
          startupProbe:
            httpGet: { path: /health/live, port: metrics }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health/live, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /health/ready, port: metrics }
            periodSeconds: 2
            # It waits 5 s for the database.
            timeoutSeconds: 6
            failureThreshold: 2
          lifecycle:
            preStop:
              # Until nothing is sent here any more.
              sleep: { seconds: 5 }
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: data, mountPath: /data }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 1Gi }
        - name: data
          {{- if .Values.media.claim }}
          persistentVolumeClaim: { claimName: {{ .Values.media.claim }} }
          {{- else if .Values.settings.MEDIA_STORE }}
          emptyDir: { sizeLimit: 2Gi }
          {{- else }}
          {{- fail "pictures have no place: set settings.MEDIA_STORE to a bucket, or media.claim to a volume" }}
          {{- end }}
{{- end }}
