-- Someone who watches: sees events and cameras, and no keys.
ALTER TYPE membership_role ADD VALUE IF NOT EXISTS 'viewer';
