import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { needsAttachment } from './needs-attachment.logic.ts';

const aFile = [{ name: 'file.pdf', media_type: 'application/pdf' }];

const pointing = [
  'I have attached the invoice, please check the total.',
  'You can see the picture below of the broken part.',
  'Im Anhang finden Sie die Rechnung vom März.',
  'Vous trouverez la facture en pièce jointe de ce message.',
  'La factura está en el archivo adjunto de este mensaje.',
  'La fattura è in allegato a questo messaggio.',
  'Segue em anexo a fatura do mês de março.',
  'Veja o anexo, o valor cobrado está errado.',
  'Anexei a fatura de março a esta mensagem.',
  'As faturas anexadas têm o valor errado.',
  'A foto abaixo mostra a peça que chegou quebrada.',
  'Zie bijlage voor de factuur van maart.',
  'In de bijlage vindt u de factuur van maart.',
  'De bijgevoegde factuur heeft een verkeerd bedrag.',
  'Op de foto hieronder ziet u het kapotte onderdeel.',
  'My question and the order number are in the attachments.',
  'The screenshots show what happens when I pay.',
  'Please see the photos of the broken part.',
  'The pictures below are of the broken part.',
  'In den Anhängen finden Sie die Rechnungen vom März.',
  'Bitte prüfen Sie die Anhänge, die Beträge sind falsch.',
  'Den Fehler sehen Sie in den Bildern dieser Nachricht.',
  'Vous trouverez les factures dans les pièces jointes de ce message.',
  'Las facturas están en los archivos adjuntos de este mensaje.',
  'Le fatture sono negli allegati di questo messaggio.',
  'Controllate gli allegati, gli importi sono sbagliati.',
  'Veja as fotos, a peça chegou quebrada.',
  'As imagens abaixo mostram a peça que chegou quebrada.',
  'Zie de afbeeldingen van het kapotte onderdeel.',
  'Op de afbeeldingen hieronder ziet u het kapotte onderdeel.',
];
for (const text of pointing)
  test(`"${text}" refers to its attachment`, () => {
    assert.equal(needsAttachment(text, aFile), true);
    assert.equal(needsAttachment(text, []), false, 'the message has no attachment');
  });

const complete = [
  'How can I export all my invoices of last year?',
  'Como posso exportar todas as faturas do ano passado?',
  'Hoe kan ik al mijn facturen van vorig jaar exporteren?',
];
for (const text of complete)
  test(`"${text}" is complete without its attachment`, () => assert.equal(needsAttachment(text, aFile), false));

test('hardly any words beside an attachment are no question', () =>
  assert.equal(needsAttachment('faturas de março', aFile), true));

// Written apart from the examples, in seven languages.
const held: Record<'points' | 'other', Record<string, string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'held-out-attachments.json'), 'utf8'),
);
const needsFile = (text: string) => needsAttachment(text, aFile);

test('of 72 messages in seven languages that refer to their attachment, at least 54 are recognised', () => {
  const written = Object.values(held.points).flat();
  const found = written.filter(needsFile);
  assert.deepEqual([written.length, found.length >= 54], [72, true], String(found.length));
});

test('of 72 questions in seven languages about attachments, photos and documents, at most two seem to refer to theirs', () => {
  const written = Object.values(held.other).flat();
  const alarms = written.filter(needsFile);
  assert.deepEqual([written.length, alarms.length <= 2], [72, true], alarms.join('\n'));
});
