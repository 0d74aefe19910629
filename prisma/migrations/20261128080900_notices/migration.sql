-- E-mails to owners about reports and weeks. A row is one e-mail; the unique keys let several processes queue it once.
CREATE TYPE "notice_state" AS ENUM ('waiting', 'sending', 'sent', 'failed');
CREATE TABLE "notices" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "report_id" UUID,
  "week" DATE,
  "state" "notice_state" NOT NULL DEFAULT 'waiting',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "notices_subject_check" CHECK (num_nonnulls("report_id", "week") = 1)
);
CREATE UNIQUE INDEX "notices_report_id_user_id_key" ON "notices"("report_id", "user_id");
CREATE UNIQUE INDEX "notices_organization_id_week_user_id_key" ON "notices"("organization_id", "week", "user_id");
CREATE INDEX "notices_user_id_idx" ON "notices"("user_id");
CREATE INDEX "notices_state_next_attempt_at_idx" ON "notices"("state", "next_attempt_at");
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");
ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_id_fkey"
  FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_report_id_fkey"
  FOREIGN KEY ("report_id") REFERENCES "show_reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "organizations" ADD COLUMN "weekly_digest_since" TIMESTAMPTZ(3);

-- Final reports, for webhooks. The event takes the stream's place: its reports arrive in order.
CREATE FUNCTION webhook_on_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.event_id, 'report.final',
    jsonb_build_object('report', jsonb_build_object('id', NEW.id, 'event_id', NEW.event_id, 'event_name', events.name,
      'starts_at', to_char(NEW.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ends_at', to_char(NEW.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
  FROM events WHERE events.id = NEW.event_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_on_report AFTER INSERT ON show_reports
FOR EACH ROW EXECUTE FUNCTION webhook_on_report();
