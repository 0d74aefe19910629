CREATE TABLE event_comments (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  share_link_id uuid,
  stream_id uuid,
  parent_id uuid,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  author text NOT NULL,
  text text NOT NULL,
  done_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT event_comments_pkey PRIMARY KEY (id)
);

CREATE INDEX event_comments_event_id_at_id_idx ON event_comments (event_id, at, id);
CREATE INDEX event_comments_organization_id_created_at_idx ON event_comments (organization_id, created_at);
CREATE INDEX event_comments_share_link_id_idx ON event_comments (share_link_id);
CREATE INDEX event_comments_stream_id_idx ON event_comments (stream_id);
CREATE INDEX event_comments_parent_id_idx ON event_comments (parent_id);

ALTER TABLE event_comments
  ADD CONSTRAINT event_comments_organization_id_fkey FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_comments
  ADD CONSTRAINT event_comments_event_id_fkey FOREIGN KEY (event_id)
  REFERENCES events (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_comments
  ADD CONSTRAINT event_comments_share_link_id_fkey FOREIGN KEY (share_link_id)
  REFERENCES share_links (id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE event_comments
  ADD CONSTRAINT event_comments_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES streams (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE event_comments
  ADD CONSTRAINT event_comments_parent_id_fkey FOREIGN KEY (parent_id)
  REFERENCES event_comments (id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE share_links ADD COLUMN can_comment boolean NOT NULL DEFAULT false;

-- The event takes the stream's place, as of a report: its comments arrive in order.
CREATE FUNCTION webhook_on_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_enqueue(NEW.organization_id, NEW.event_id, 'comment.created',
    jsonb_build_object('comment', jsonb_build_object('id', NEW.id, 'event_id', NEW.event_id, 'event_name', events.name,
      'stream_id', NEW.stream_id, 'parent_id', NEW.parent_id,
      'at', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'author', NEW.author, 'is_from_guest', NEW.share_link_id IS NOT NULL, 'text', NEW.text)))
  FROM events WHERE events.id = NEW.event_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER webhook_on_comment AFTER INSERT ON event_comments FOR EACH ROW EXECUTE FUNCTION webhook_on_comment();
