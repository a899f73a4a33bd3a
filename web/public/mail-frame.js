// Shows the markup that the client sends in a frame without scripts. The policy of this page (server/src/platform/server/client.ts) allows
// pictures from elsewhere, and only those.
addEventListener(
  'message',
  ({ data, source }) => {
    if (source !== parent || typeof data?.html !== 'string') return;
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '');
    frame.title = 'Mail';
    frame.srcdoc = data.html;
    document.body.append(frame);
  },
  { once: true },
);
