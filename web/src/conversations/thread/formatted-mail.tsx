import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../ui/i18n/words.ts';
import { framePolicy } from '../../ui/theme/trusted-types.ts';
import { inboxWords } from '../words/inbox-words.ts';

const trust = framePolicy();

/**
 * A customer's markup in a sandboxed frame: no scripts, no forms, no origin. Remote pictures load only on request: then the markup
 * goes to `/mail-frame.html`, whose own policy allows pictures and nothing else.
 */
export function FormattedMail({ html }: { html: string }) {
  const t = useWords(inboxWords);
  const [pictures, setPictures] = useState(false);
  const remote = /<img[^>]+src\s*=\s*["']?(https?:)?\/\//i.test(html);
  return (
    <>
      {pictures ? <FrameWithPictures html={html} /> : <Frame html={html} />}
      {remote && !pictures && (
        <Text size="xs" c="dimmed" component="div">
          {t('picturesHint')}{' '}
          <Button variant="default" size="compact-xs" onClick={() => setPictures(true)}>
            {t('showPictures')}
          </Button>
        </Text>
      )}
    </>
  );
}

function Frame({ html }: { html: string }) {
  const t = useWords(inboxWords);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = trust(html);
  }, [html]);
  return <iframe ref={frame} className="mail-frame" sandbox="" title={t('formattedMail')} />;
}

function FrameWithPictures({ html }: { html: string }) {
  const t = useWords(inboxWords);
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      // A script of that page puts the markup into an inner frame without scripts.
      sandbox="allow-scripts"
      src="/mail-frame.html"
      title={t('formattedMail')}
      onLoad={() => frame.current?.contentWindow?.postMessage({ html }, '*')}
    />
  );
}
