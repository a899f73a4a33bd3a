import { Button, type ButtonProps } from '@mantine/core';
import { confirm } from '../show/confirm.tsx';
import { Needs } from '../states/forbidden.tsx';

interface DeleteButtonProps extends ButtonProps {
  /** The verb, here and in the dialog. */
  label: string;
  question: { title: string; text: string };
  onSure: () => void;
}

/** For workspace admins: takes something away once they have confirmed it. */
export function DeleteButton({ label, question, onSure, ...look }: DeleteButtonProps) {
  const ask = async () => {
    if (await confirm({ ...question, confirm: label, dangerous: true })) onSure();
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button variant="default" {...look} disabled={disabled} onClick={() => void ask()}>
          {label}
        </Button>
      )}
    </Needs>
  );
}
