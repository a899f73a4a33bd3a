/** A kind of figure: how a question asks for it, and how a text states it. English only. */
export interface FigurePattern {
  readonly question: RegExp;
  readonly statement: RegExp;
}

const number = new RegExp(
  String.raw`\d|\bone\b(?! of)|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|` +
    String.raw`fifty|sixty|hundred|thousand|million|half|twice|no|none|zero|several|double|unlimited|as many)\b`,
  'i',
);

const price: FigurePattern = {
  question: new RegExp(
    String.raw`\bhow much (?:(?:extra|more) )?(?:do|does|is|are|will|would|did|should|` +
      String.raw`must)\b(?!.{0,60}\b(?:weigh|hold|carry|space|storage|luggage|time)\b)|\bhow much (?:for|to|money)\b|` +
      String.raw`\bwhat (?:do|does|will|would|did)\b.{0,60}\bcosts?\b|` +
      String.raw`\bwhat (?:do|would|will) (?:you|they|we|i) (?:charge|pay|ask)\b|` +
      String.raw`\bwhat(?:['’]?s| is| are| was) the (?:[\w’'-]+ ){0,4}(?:price|fee|charge|cost|fare|deposit|premium|surcharge|` +
      String.raw`rate)s?\b|(?:^|[.!?]\s+)(?:the )?(?:price|cost|fee|fare)s? (?:of|for)\b`,
    'i',
  ),
  statement: new RegExp(
    String.raw`[$€£¥]\s?\d|\d[\d.,]{0,20}\s?(?:[$€£¥%]|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?|pence|` +
      String.raw`per ?cent|million|billion)\b)|\b(?:free|nothing|included|no (?:extra |additional )?(?:costs?|charges?|fees?)|` +
      String.raw`(?:without|at no) (?:\w+ )?(?:costs?|charge)|half|same price)\b|^\|.*\d`,
    'im',
  ),
};

const duration: FigurePattern = {
  question: new RegExp(
    String.raw`\bhow (?:long|soon|quickly|fast|far ahead|early|late|often|old|tall|big|large|heavy|high|wide)\b|` +
      String.raw`\bhow much\b.{0,60}\b(?:weigh|hold|carry|space|storage|luggage|time)\b`,
    'i',
  ),
  statement: new RegExp(
    `${number.source}|\\b(?:once|each|every|immediately|instantly|at once|straight away|same day|until|as long as|` +
      'forever|daily|weekly|monthly|yearly|annually|permanently|minutes?|hours?|days?|weeks?|months?|years?|decades?|' +
      'centur(?:y|ies))\\b',
    'i',
  ),
};

const time: FigurePattern = {
  question: /\b(?:what|which) (?:time|day|date)\b|\bwhen (?:is|are|does|do) (?!you\b|i\b|we\b)/i,
  statement: new RegExp(
    String.raw`\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|` +
      String.raw`october|november|december|daily|weekdays?|weekends?|every|each|after|before|until|within|during|immediately|` +
      String.raw`as soon as|once (?:we|you|your|the|it)|same day|today|tomorrow|morning|noon|midnight|night|evening|` +
      String.raw`the (?:first|last|end|beginning|start))\b`,
    'i',
  ),
};

const figures: readonly FigurePattern[] = [
  price,
  { question: /\bhow many\b/i, statement: number },
  duration,
  time,
  {
    question: new RegExp(
      String.raw`\bwhat(?:['’]?s| is| are| percentage)\b(?: [\w’'-]+){0,5} ` +
        String.raw`(?:limit|maximum|minimum|size|weight|number|amount|discount|percentage|height|length|capacity)s?\b`,
      'i',
    ),
    statement: number,
  },
];

/** The kind of figure that a question asks for (price, number, time, measure), or null. */
export function figureAsked(question: string): FigurePattern | null {
  return figures.find(({ question: pattern }) => pattern.test(question)) ?? null;
}

export function statesFigure({ statement }: FigurePattern, text: string): boolean {
  return statement.test(text);
}
