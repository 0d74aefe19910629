-- Which camera takes the place of one on air that has lost its picture, and when it did.
CREATE TABLE program_rules (
  event_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  spare_id uuid NOT NULL,
  after_seconds integer NOT NULL,
  back_after_seconds integer,
  CONSTRAINT program_rules_pkey PRIMARY KEY (event_id)
);
CREATE INDEX program_rules_organization_id_idx ON program_rules (organization_id);
CREATE INDEX program_rules_spare_id_idx ON program_rules (spare_id);
ALTER TABLE program_rules
  ADD CONSTRAINT program_rules_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE program_rules
  ADD CONSTRAINT program_rules_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE program_rules
  ADD CONSTRAINT program_rules_spare_id_fkey FOREIGN KEY (spare_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE TABLE program_stand_ins (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  lost_id uuid NOT NULL,
  spare_id uuid NOT NULL,
  began_at timestamptz(3) NOT NULL,
  healthy_since timestamptz(3),
  ended_at timestamptz(3),
  CONSTRAINT program_stand_ins_pkey PRIMARY KEY (id)
);
CREATE INDEX program_stand_ins_event_id_began_at_idx ON program_stand_ins (event_id, began_at);
CREATE INDEX program_stand_ins_began_at_idx ON program_stand_ins (began_at);
CREATE INDEX program_stand_ins_lost_id_idx ON program_stand_ins (lost_id);
CREATE INDEX program_stand_ins_spare_id_idx ON program_stand_ins (spare_id);
ALTER TABLE program_stand_ins
  ADD CONSTRAINT program_stand_ins_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE program_stand_ins
  ADD CONSTRAINT program_stand_ins_lost_id_fkey FOREIGN KEY (lost_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE program_stand_ins
  ADD CONSTRAINT program_stand_ins_spare_id_fkey FOREIGN KEY (spare_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE CASCADE;
