import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesOfHtml, textOfHtml, textOfHtmlWithMarks } from './html-text.ts';
import { essenceOf, htmlOfText } from './html.logic.ts';

const readings: [string, string, string][] = [
  ['paragraphs and breaks', '<p>One<br>two</p><p>three</p>', 'One\ntwo\n\nthree'],
  ['lists', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['entities once', '<p>1 &lt; 2 &amp;amp; 3&nbsp;&euro;</p>', '1 < 2 &amp; 3 €'],
  ['words of links', '<a href="https://x.test">here</a>', 'here'],
  ['no scripts', '<p>a</p><script>alert(1)</script><style>p{}</style>', 'a'],
  ['no comments', '<p>a<!-- b --></p>', 'a'],
  [
    'nothing hidden',
    '<p>a</p><div style="display: none">b</div><span style="font-size:0px">c</span><p hidden>d</p><o:p style="visibility:hidden">e</o:p>',
    'a',
  ],
  ['nothing white on white', '<p style="color:#ffffff">a</p><p>b</p>', 'b'],
  ['white on a coloured button', '<a style="background:#06c;color:white">Pay</a>', 'Pay'],
  [
    'text that is hidden in other ways',
    'a<i style="opacity:.01">1</i><i style="position:absolute; left:-9999px">2</i><i style="max-height:0px;overflow:hidden">3</i>' +
      '<i style="color:rgb(255, 255, 255)">4</i><i style="font-size:0.1px">5</i><i style="visibility:collapse">6</i>',
    'a',
  ],
  ['text that is a little smaller', '<span style="font-size:0.9em">a</span><i style="font-size:80%">b</i>', 'ab'],
  [
    'text in a container without a size',
    '<td style="font-size:0px"><div style="font-size:13px">a</div></td><td style="font-size:0">b</td>',
    'a',
  ],
  [
    'the cells of a row',
    '<table><tr><th>Order</th><td>48213</td></tr><tr><td>a</td><td>b</td></tr></table>',
    'Order 48213\na b',
  ],
  ['a cell of no width that cuts nothing off', '<td style="width:0">a</td>', 'a'],
  ['text after an unclosed drawing', '<p>a</p><svg/onload=x> <p>b</p>', 'a\n\nb'],
  ['half-transparent words', '<p style="opacity:0.5">a</p>', 'a'],
  ['broken markup', '<p>a<b>c</p', 'ac'],
  ['text that looks like a tag', '<p>&lt;script&gt;x&lt;/script&gt;</p>', '<script>x</script>'],
];
for (const [name, html, text] of readings) test(`${name} are read`, () => assert.equal(textOfHtml(html), text));

test('the quoted message gets marks on request, and a reply in between does not', () => {
  const html =
    '<p>New words</p><div class="gmail_quote"><div class="gmail_attr">On Monday Ada wrote:</div>' +
    '<blockquote class="gmail_quote">Old<div>words</div></blockquote><div>In between</div></div>';
  assert.equal(
    textOfHtmlWithMarks(html).replace(/\n+/g, '\n'),
    'New words\n> On Monday Ada wrote:\n> Old\n> words\nIn between',
  );
  assert.match(textOfHtml(html), /Old/);
});

test('images with a web address are listed, inline images are not', () => {
  const html = '<img src="https://x.test/a.png"><img src="data:image/png;base64,AA"><img>';
  assert.deepEqual(imagesOfHtml(html), ['https://x.test/a.png']);
});

test('our text becomes paragraphs, and its markup is escaped', () => {
  assert.equal(htmlOfText('Hi <b>\n& you\n\n\nBye'), '<p>Hi &lt;b&gt;<br>&amp; you</p><p>Bye</p>');
});

test('our message is recognised however the vendor changed its markup', () => {
  const words = 'Hello – see “Billing”.\n\n1. Open it';
  assert.equal(essenceOf(textOfHtml(htmlOfText(words))), essenceOf(`<x> ${words} `.replace('<x>', '')));
  assert.notEqual(essenceOf(words), essenceOf(`${words} now`));
});
