import { ArchivePart } from './archive-part.tsx';
import { DangerPart } from './danger-part.tsx';

/** How an organization takes its data along, and leaves. */
export const LeavingParts = () => (
  <>
    <ArchivePart />
    <DangerPart />
  </>
);
