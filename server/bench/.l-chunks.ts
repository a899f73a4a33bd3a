import type { DocumentPassages, Passage } from './.r/index.ts';
import type { Article } from './.l-sets.ts';

const longest = 1200;

interface Section {
  heading: string[];
  text: string;
}

/** Cuts an article at paragraphs into passages of up to 1,200 characters, small sections together; enough for a benchmark. */
export function passagesOf(article: Article): DocumentPassages {
  const sections: Section[] = [];
  for (const block of article.text.split(/\n\s*\n/).filter((text) => text.trim())) {
    const last = sections.at(-1);
    if (last && last.text.length + block.length <= longest) last.text += `\n\n${block}`;
    else sections.push({ heading: headingAbove(block, last), text: block });
  }
  const passages = sections.map((section, at): Passage => {
    return { id: `${article.id}#${at}`, title: article.title, headingPath: section.heading, text: section.text };
  });
  return { documentId: article.id, version: 1, language: 'en', passages };
}

function headingAbove(block: string, last: Section | undefined): string[] {
  if (/^#{1,6}\s/.test(block) || !last) return [];
  const heading = [...last.text.matchAll(/^#{1,6}\s+(.*)$/gm)].at(-1)?.[1];
  return heading ? [heading] : last.heading;
}
