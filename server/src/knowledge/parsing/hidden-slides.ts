import { targetsOf } from './relations.logic.ts';
import { attributesOf, xmlEvents } from './xml.logic.ts';
import { partsOf } from './zip-members.ts';

const read = /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml)$/;

/** The numbers of the slides that a presentation leaves out when it is shown; officeparser does not tell. Throws `Unreadable`. */
export async function hiddenSlides(bytes: Buffer): Promise<Set<number>> {
  const parts = await partsOf(bytes, read);
  const targets = targetsOf(parts.get('ppt/_rels/presentation.xml.rels') ?? '', 'ppt/');
  const slides = idsOfSlides(parts.get('ppt/presentation.xml') ?? '')
    .map((id) => parts.get(targets.get(id) ?? ''))
    .filter((slide) => slide !== undefined);
  return new Set(slides.flatMap((slide, at) => (isHidden(slide) ? [at + 1] : [])));
}

function idsOfSlides(presentation: string): string[] {
  const ids: string[] = [];
  for (const event of xmlEvents(presentation)) {
    // `id` without its prefix is the slide's own number, and stands first.
    const id = event.kind === 'open' && event.name === 'sldId' && /\s\w+:id\s*=\s*["']([^"']+)/.exec(event.attributes);
    if (id) ids.push(id[1] ?? '');
  }
  return ids;
}

function isHidden(slide: string): boolean {
  for (const event of xmlEvents(slide)) {
    if (event.kind === 'open') return ['0', 'false'].includes(attributesOf(event.attributes).get('show') ?? '');
  }
  return false;
}
