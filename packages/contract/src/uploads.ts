import type { EndpointsOf } from './endpoints.ts';
import type { uploadOperations } from './schemas/uploads.ts';

export const uploadEndpoints: EndpointsOf<typeof uploadOperations> = {
  describe: { method: 'POST', path: '/api/v1/database/upload_metadata/' },
  stage: { method: 'POST', path: '/api/v1/database/:id/upload_metadata/' },
  preview: { method: 'POST', path: '/api/v1/database/:id/upload_metadata/:uploadId' },
  discard: { method: 'DELETE', path: '/api/v1/database/:id/upload_metadata/:uploadId' },
  upload: { method: 'POST', path: '/api/v1/database/:id/upload/' },
  job: { method: 'GET', path: '/api/v1/database/:id/upload/:jobId' },
  rejected: { method: 'GET', path: '/api/v1/database/:id/upload/:jobId/rejected' },
  cancel: { method: 'DELETE', path: '/api/v1/database/:id/upload/:jobId' },
};
