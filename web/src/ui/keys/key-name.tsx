import { Kbd } from '@mantine/core';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Record<string, string> = { ctrl: isApple ? '⌘' : 'Ctrl', enter: '↵', escape: 'Esc', up: '↑', down: '↓' };

/** Draws `ctrl+k` and `g i` as keys of a keyboard. */
export function KeyName({ keys }: { keys: string }) {
  const t = useWords(kitWords);
  return (
    <span>
      {keys.split(' ').map((press, index) => (
        <span key={`${press}${index}`}>
          {index > 0 && ` ${t('then')} `}
          {press.split('+').map((key) => (
            <Kbd key={key} size="xs" mx={1}>
              {names[key] ?? key.toUpperCase()}
            </Kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
