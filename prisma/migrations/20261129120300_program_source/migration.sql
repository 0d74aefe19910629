-- AlterEnum
ALTER TYPE "stream_source_kind" ADD VALUE 'program';
