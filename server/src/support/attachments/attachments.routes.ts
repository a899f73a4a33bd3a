import { readAttachment, uploadAttachment } from '@desk/contract/attachments';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { savedAs } from '../../platform/http/saved-as.ts';
import { readUpload } from '../../platform/http/upload.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { readFile, uploadFile } from './attachments.actions.ts';

export const attachmentRoutes = (desk: Desk): Route[] => [
  route(uploadAttachment, member, async ({ scope, params, request }) => {
    const read = async () => (await readUpload(request)).file;
    const attachment = await uploadFile(desk, scope, { id: params.id, read });
    return answered(201, attachment, { location: `/api/conversations/${params.id}/messages` });
  }),
  route(readAttachment, member, async ({ scope, params }) => {
    const { stream, name, mediaType, bytes } = await readFile(desk, scope, params);
    return answered<unknown>(200, stream, savedAs({ name, mediaType, bytes }));
  }),
];
