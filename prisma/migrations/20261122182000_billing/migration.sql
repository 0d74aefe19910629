-- Who pays for an organization, by the ids of the payment provider.
ALTER TABLE "organizations" ADD COLUMN "billing_customer_id" TEXT, ADD COLUMN "billing_subscription_id" TEXT;
