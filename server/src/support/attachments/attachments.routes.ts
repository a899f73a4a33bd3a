import { readAttachment, readOriginal, uploadAttachment } from '@desk/contract/attachments';
import { member, workspaceAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { savedAs } from '../../platform/http/saved-as.ts';
import { readFileAlone } from '../../platform/server/checked-body.ts';
import { answered, route, type Route } from '../../platform/server/route.ts';
import { readFile, readMailOfMessage, uploadFile, type FileContent } from './attachments.actions.ts';

export const attachmentRoutes = (desk: Desk): Route[] => [
  route(uploadAttachment, member, async ({ scope, params, request }) => {
    const attachment = await uploadFile(desk, scope, { id: params.id, read: () => readFileAlone(desk, request) });
    return answered(201, attachment, { location: `/api/conversations/${params.id}/messages` });
  }),
  route(readAttachment, member, async ({ scope, params }) => {
    return saved(await readFile(desk, scope, params));
  }),
  route(readOriginal, workspaceAdmin, async ({ scope, params }) => saved(await readMailOfMessage(desk, scope, params))),
];

const saved = ({ stream, ...file }: FileContent) => answered<unknown>(200, stream, savedAs(file));
