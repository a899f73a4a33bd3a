import { isApiError } from '../../api/api-error.ts';
import { download } from '../../api/call.ts';
import { toastProblem } from '../show/toast.tsx';

/** Downloads with the access token, which a plain link would not send. */
export async function saveFile(url: string, name: string): Promise<void> {
  try {
    saveBlob(await download(url), name);
  } catch (error) {
    if (!isApiError(error)) return reportError(error);
    toastProblem(error, () => void saveFile(url, name));
  }
}

export function saveBlob(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
