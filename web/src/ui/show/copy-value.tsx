import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';

/** A value that people paste elsewhere. `shown` replaces the value on the button. */
export function CopyValue({ value, shown }: { value: string; shown?: string }) {
  const t = useWords(kitWords);
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          maw="100%"
          h="auto"
          mih={26}
          py={3}
          styles={{
            // Wrap a long value: on a phone it is wider than the page, and all of it must be visible.
            label: {
              fontFamily: shown ? undefined : 'var(--mantine-font-family-monospace)',
              fontWeight: 500,
              // The button's default line height clips descenders, such as the underscore of a host name.
              height: 'auto',
              lineHeight: 1.4,
              overflow: 'visible',
              whiteSpace: 'normal',
              overflowWrap: 'anywhere',
              textAlign: 'start',
            },
          }}
          title={`${t('copy')}: ${value}`}
        >
          {copied ? t('copied') : (shown ?? unbroken(value))}
          <span className="visually-hidden" role="status">
            {copied ? t('copied') : ''}
          </span>
        </Button>
      )}
    </CopyButton>
  );
}

/** Short words stay whole: a browser would break a line after the hyphen of `-d`. */
const unbroken = (value: string) => (
  // One element, so that the words stand in lines: the label lays its children out as boxes.
  <span>
    {value.split(/( +)/).map((word, index) =>
      word.length > 20 || word.startsWith(' ') ? (
        word
      ) : (
        <span key={index} style={{ whiteSpace: 'nowrap' }}>
          {word}
        </span>
      ),
    )}
  </span>
);
