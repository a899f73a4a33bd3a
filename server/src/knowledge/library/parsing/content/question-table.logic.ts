/** One of them may be missing. */
export interface QuestionAndAnswer {
  question: string;
  answer: string;
}

const questionNames =
  /^(?:q|questions?|faq|customer questions?|fragen?|preguntas?|domand[ae]|perguntas?|vra(?:ag|gen))$/i;
const answerNames =
  /^(?:a|answers?|repl(?:y|ies)|responses?|antwort(?:en)?|antwoord(?:en)?|réponses?|respuestas?|rispost[ae]|respostas?)$/i;

/** Whether a name (of a column, of a member) says that a question stands there. */
export const namesQuestion = (name: string): boolean => questionNames.test(name.trim());
export const namesAnswer = (name: string): boolean => answerNames.test(name.trim());

/**
 * The questions and answers of a table that consists of them, else null: its header says so, or it has two columns and the
 * first one asks. Other columns (a category, a date) follow the answer, with their names.
 */
export function questionsIn(rows: readonly string[][]): QuestionAndAnswer[] | null {
  const [header = [], ...body] = rows;
  const question = header.findIndex(namesQuestion);
  const answer = header.findIndex(namesAnswer);
  if (question >= 0 && answer >= 0 && body.length > 0) return pairs(body, { question, answer, header });
  if (header.length !== 2) return null;
  const asks = (row: readonly string[]) => /[?？؟]$/.test(row[0] ?? '') && row[1] !== '';
  if (rows.length >= 2 && rows.every(asks)) return pairs(rows, { question: 0, answer: 1, header: [] });
  return body.length >= 2 && body.every(asks) ? pairs(body, { question: 0, answer: 1, header }) : null;
}

interface Columns {
  question: number;
  answer: number;
  header: readonly string[];
}

function pairs(rows: readonly string[][], { question, answer, header }: Columns): QuestionAndAnswer[] {
  const all: QuestionAndAnswer[] = [];
  for (const cells of rows) {
    const others = cells.flatMap((cell, at) =>
      at === question || at === answer || cell === '' ? [] : [`${header[at] || `Column ${at + 1}`}: ${cell}`],
    );
    const asked = cells[question] ?? '';
    const told = [cells[answer] ?? '', others.join('; ')].filter((text) => text !== '').join('\n');
    const last = all.at(-1);
    // More of the answer above: what was one cell over several rows, or a line end too many.
    if (asked === '' && last) last.answer = [last.answer, told].filter((text) => text !== '').join('\n');
    else all.push({ question: asked, answer: told });
  }
  return all;
}
