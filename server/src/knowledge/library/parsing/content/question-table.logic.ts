/** Question or answer may be empty. */
export interface QuestionAndAnswer {
  question: string;
  answer: string;
}

const questionNames =
  /^(?:q|questions?|faq|customer questions?|fragen?|preguntas?|domand[ae]|perguntas?|vra(?:ag|gen))$/i;
const answerNames =
  /^(?:a|answers?|repl(?:y|ies)|responses?|antwort(?:en)?|antwoord(?:en)?|réponses?|respuestas?|rispost[ae]|respostas?)$/i;

/** Whether a name of a column or member means that it contains questions. */
export const namesQuestion = (name: string): boolean => questionNames.test(name.trim());
export const namesAnswer = (name: string): boolean => answerNames.test(name.trim());

/**
 * Returns the questions and answers of a table, or null if it has none. A table qualifies by its header, or if it has two columns and
 * the first one contains questions. Other columns (a category, a date) are appended to the answer, with their names.
 */
export function questionsIn(rows: readonly string[][]): QuestionAndAnswer[] | null {
  const [header = [], ...body] = rows;
  const question = header.findIndex(namesQuestion);
  const answer = header.findIndex(namesAnswer);
  if (question >= 0 && answer >= 0 && body.length > 0) return pairs(body, { question, answer, header });
  if (header.length !== 2) return null;
  const isPair = (row: readonly string[]) => /[?？؟]$/.test(row[0] ?? '') && row[1] !== '';
  if (rows.length >= 2 && rows.every(isPair)) return pairs(rows, { question: 0, answer: 1, header: [] });
  return body.length >= 2 && body.every(isPair) ? pairs(body, { question: 0, answer: 1, header }) : null;
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
    const text = cells[question] ?? '';
    const reply = [cells[answer] ?? '', others.join('; ')].filter((line) => line !== '').join('\n');
    const last = all.at(-1);
    // A row without a question continues the answer above: its cell spanned several rows, or contained a line end.
    if (text === '' && last) last.answer = [last.answer, reply].filter((line) => line !== '').join('\n');
    else all.push({ question: text, answer: reply });
  }
  return all;
}
