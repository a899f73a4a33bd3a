import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../platform/process/log.ts';
import { encryptedDocx, zipOf } from './fixtures/files.ts';
import { odtOf, pptxOf, sheetMembers, slideMembers, textMembers, xlsxOf } from './fixtures/office-files.ts';
import { readDocument, type Format, type ParseOutcome } from './index.ts';

// Malicious and damaged files: each ends in a specific error.

const log = createLog('silent');
const order = { title: null, fallbackTitle: 'file', language: 'en' };

const read = (format: Format, bytes: Buffer | string): Promise<ParseOutcome> =>
  readDocument(log, { ...order, format }, Buffer.from(bytes));

async function failures(files: Record<string, [Format, Buffer | string]>): Promise<Record<string, string>> {
  const ended: Record<string, string> = {};
  for (const [name, [format, bytes]] of Object.entries(files)) {
    const outcome = await read(format, bytes);
    ended[name] = outcome.ok
      ? JSON.stringify(outcome.passages.chunks.map(({ text }) => text.slice(0, 60)))
      : outcome.failure;
  }
  return ended;
}

const sheets = [
  {
    name: 'A',
    rows: [
      ['Zone', 'Price'],
      ['EU', '5 EUR'],
    ],
  },
];
const slides = [{ title: 'A', bullets: ['Text'] }];
const zeros = Buffer.alloc(60 * 1024 * 1024);
const crowd = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`a/${at}`, '']));

test('a zip bomb is refused before it is unpacked', async () => {
  assert.deepEqual(
    await failures({
      'presentation with a bomb': ['pptx', zipOf({ ...slideMembers(slides), 'ppt/media/a.bin': zeros })],
      'workbook with a bomb': ['xlsx', zipOf({ ...sheetMembers(sheets), 'xl/media/a.bin': zeros })],
      'text with a bomb': ['odt', zipOf({ ...textMembers('<text:p>A</text:p>'), 'Pictures/a.bin': zeros })],
      'workbook that lies about its size': ['xlsx', zipOf(sheetMembers(sheets), 4_000_000_000)],
      'presentation of too many parts': ['pptx', zipOf({ ...slideMembers(slides), ...crowd })],
      'zip in a presentation is not opened': [
        'pptx',
        zipOf({ ...slideMembers(slides), 'ppt/embeddings/a.zip': zipOf({ a: zeros.subarray(0, 10_000_000) }) }),
      ],
    }),
    {
      'presentation with a bomb': 'too_large',
      'workbook with a bomb': 'too_large',
      'text with a bomb': 'too_large',
      'workbook that lies about its size': 'too_large',
      'presentation of too many parts': 'too_large',
      'zip in a presentation is not opened': '["- Text"]',
    },
  );
});

const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`;
const fetches = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
const declaring = (members: Record<string, string | Buffer>, part: string, declaration: string) =>
  zipOf({ ...members, [part]: String(members[part]).replace('?>', `?>${declaration}`).replace('Text', '&a;') });

test('entities are neither expanded nor fetched', async () => {
  assert.deepEqual(
    await failures({
      laughs: ['pptx', declaring(slideMembers(slides), 'ppt/slides/slide1.xml', laughs)],
      'laughs in shared strings': ['xlsx', declaring(sheetMembers(sheets), 'xl/sharedStrings.xml', laughs)],
      'laughs in content': ['odt', declaring(textMembers('<text:p>Text</text:p>'), 'content.xml', laughs)],
      'a file': ['pptx', declaring(slideMembers(slides), 'ppt/slides/slide1.xml', fetches)],
      'a file in a workbook': ['xlsx', declaring(sheetMembers(sheets), 'xl/workbook.xml', fetches)],
      'far down': ['xlsx', declaring(sheetMembers(sheets), 'xl/workbook.xml', `<!--${' '.repeat(5000)}-->${fetches}`)],
    }),
    {
      laughs: 'corrupt',
      'laughs in shared strings': 'corrupt',
      'laughs in content': 'corrupt',
      'a file': 'corrupt',
      'a file in a workbook': 'corrupt',
      'far down': 'corrupt',
    },
  );
});

const encryptedText = {
  ...textMembers('<text:p>A</text:p>'),
  'META-INF/manifest.xml':
    '<?xml version="1.0"?><manifest:manifest ' +
    'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry ' +
    'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry ' +
    'manifest:full-path="content.xml" manifest:media-type="text/xml" ' +
    'manifest:size="300"><manifest:encryption-data ' +
    'manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" ' +
    'manifest:checksum="AAAA"><manifest:algorithm ' +
    'manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" ' +
    'manifest:initialisation-vector="AAAAAAAAAAAAAAAAAAAAAA=="/><manifest:key-derivation ' +
    'manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="1000" ' +
    'manifest:salt="AAAAAAAAAAAAAAAAAAAAAA=="/></manifest:encryption-data></manifest:file-entry></manifest:manifest>',
  'content.xml': Buffer.from('5d0b7be1a1b3c7f0e2aa5d0b7be1a1b3', 'hex'),
};
const sealed = (type: string) => `From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\nxxxx`;

const managed =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Encrypt<</Filter/Rights/V 4>>/ID[<00><00>]>>\n%%EOF';

test('a password-protected file is reported as encrypted', async () => {
  assert.deepEqual(
    await failures({
      presentation: ['pptx', encryptedDocx()],
      workbook: ['xlsx', encryptedDocx()],
      text: ['odt', zipOf(encryptedText)],
      'mail with S/MIME': ['eml', sealed('application/pkcs7-mime; smime-type=enveloped-data')],
      'PDF under a rights manager': ['pdf', managed],
      'mail with PGP': ['eml', sealed('multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x')],
    }),
    {
      presentation: 'encrypted',
      workbook: 'encrypted',
      text: 'encrypted',
      'mail with S/MIME': 'encrypted',
      'PDF under a rights manager': 'encrypted',
      'mail with PGP': 'encrypted',
    },
  );
});

function wrongChecksums(zip: Buffer): Buffer {
  const wrong = Buffer.from(zip);
  for (let at = wrong.indexOf('PK\x01\x02'); at >= 0; at = wrong.indexOf('PK\x01\x02', at + 4))
    wrong.writeUInt32LE(7, at + 16);
  return wrong;
}

test('truncated, damaged or renamed files are distinguished from files without text', async () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  assert.deepEqual(
    await failures({
      'half a presentation': ['pptx', half(pptxOf(slides))],
      'half a workbook': ['xlsx', half(xlsxOf(sheets))],
      'half a text': ['odt', half(odtOf('<text:p>A</text:p>'))],
      'presentation without its list of slides': ['pptx', zipOf({ '[Content_Types].xml': '<a/>' })],
      'workbook without sheets': ['xlsx', zipOf({ 'xl/workbook.xml': '<workbook/>' })],
      'workbook cut inside its XML': [
        'xlsx',
        zipOf({ ...sheetMembers(sheets), 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c' }),
      ],
      'renamed presentation': ['xlsx', pptxOf(slides)],
      'half of the data': ['json', '{"title": "A", "body": "B'],
      'data that are none': ['json', 'Dear all'],
      'bytes that are no text': ['csv', Buffer.from([1, 2, 3, 0, 255, 254, 7, 8])],
      'pictures only': ['pptx', pptxOf([{ picture: true }])],
      'empty workbook': ['xlsx', xlsxOf([{ name: 'A', rows: [] }])],
      'hidden sheets only': ['xlsx', xlsxOf([{ ...sheets[0]!, state: 'hidden' }])],
      'empty text': ['odt', odtOf('')],
      'empty list': ['csv', '\r\n;;\r\n'],
      'empty data': ['json', '[{}]'],
      'no data': ['json', '\ufeff \n'],
      'slides with a wrong checksum': ['pptx', wrongChecksums(pptxOf(slides))],
      'sheets with a wrong checksum': ['xlsx', wrongChecksums(xlsxOf(sheets))],
      'mail without words': ['eml', 'From: a@example.com\r\nSubject: A\r\n\r\n\r\n'],
      nothing: ['eml', ''],
    }),
    {
      'half a presentation': 'corrupt',
      'half a workbook': 'corrupt',
      'half a text': 'corrupt',
      'presentation without its list of slides': 'corrupt',
      'workbook without sheets': 'corrupt',
      'workbook cut inside its XML': 'corrupt',
      'renamed presentation': 'corrupt',
      'half of the data': 'corrupt',
      'data that are none': 'corrupt',
      'bytes that are no text': 'corrupt',
      'pictures only': 'empty_text',
      'empty workbook': 'empty_text',
      'hidden sheets only': 'empty_text',
      'empty text': 'empty_text',
      'empty list': 'empty_text',
      'empty data': 'empty_text',
      'no data': 'empty_text',
      'slides with a wrong checksum': 'corrupt',
      'sheets with a wrong checksum': 'corrupt',
      'mail without words': 'empty_text',
      nothing: 'empty_text',
    },
  );
});

test('small files that would expand to large ones are refused', async () => {
  const wide = `<row r="1">${'<c><v>1</v></c>'.repeat(20_000)}</row>`;
  const far = Array.from({ length: 400 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join(
    '',
  );
  const sheet = (inside: string, strings?: string) =>
    zipOf({
      ...sheetMembers(sheets),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inside}</sheetData></worksheet>`,
      ...(strings ? { 'xl/sharedStrings.xml': `<sst><si><t>${strings}</t></si></sst>` } : {}),
    });
  assert.deepEqual(
    await failures({
      'a million columns': ['csv', `${'a,'.repeat(1_000_000)}\n${'b,'.repeat(1_000_000)}`],
      'a million rows below a wide one': ['csv', `${'a,'.repeat(900)}a\n${'b\n'.repeat(1_000_000)}`],
      'more columns than a sheet has': ['xlsx', sheet(wide)],
      'cells far out': ['xlsx', sheet(far)],
      'one long text in many cells': [
        'xlsx',
        sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`, 'a '.repeat(500_000)),
      ],
      'deep data': ['json', `${'['.repeat(100_000)}1${']'.repeat(100_000)}`],
      'deep objects': ['json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
      'deep shapes': [
        'pptx',
        zipOf({
          ...slideMembers(slides),
          'ppt/slides/slide1.xml': `<?xml version="1.0"?><p:sld xmlns:p="p">${'<p:grpSp>'.repeat(200_000)}`,
        }),
      ],
      'deep elements': ['html', '<div>'.repeat(200_000)],
      'more text than anybody reads': ['csv', `a,b\n${'some words,more words\n'.repeat(1_150_000)}`],
    }),
    {
      'a million columns': 'too_large',
      'a million rows below a wide one': 'too_large',
      'more columns than a sheet has': 'too_large',
      'cells far out': 'too_large',
      'one long text in many cells': 'too_large',
      'deep data': 'too_large',
      'deep objects': 'too_large',
      'deep shapes': 'corrupt',
      'deep elements': 'too_large',
      'more text than anybody reads': 'too_large',
    },
  );
});
