import { describedDeclarations } from '@/lib/contracts/api/declarations';
import { describeApi } from '@/lib/contracts/openapi/describe-api';
import type { OpenapiDocument } from '@/lib/contracts/openapi/openapi-document';
import { webEnv } from '@/lib/platform/env/web-env';

let document: OpenapiDocument | undefined;

/** The OpenAPI document of this API; made once, for it is the same for everybody. */
export function apiDocument(): OpenapiDocument {
  document ??= describeApi(describedDeclarations, webEnv().PRODUCT_NAME);
  return document;
}
