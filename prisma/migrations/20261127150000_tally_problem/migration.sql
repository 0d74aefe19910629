-- Why a switcher is not heard, in the words of its agent.
ALTER TABLE "tally_sources" ADD COLUMN "problem" TEXT;
