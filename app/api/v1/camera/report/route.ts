import * as phones from '@/lib/contracts/api/phones';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { reportCamera } from '@/lib/use-cases/phones/report-camera';
import { serializeCameraState } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.reportCamera, async ({ body, request }) => ({
    data: serializeCameraState(await reportCamera(body.camera, clientOf(request))),
  })),
);
