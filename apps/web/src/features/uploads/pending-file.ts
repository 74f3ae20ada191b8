import { createStore } from 'zustand/vanilla';

/** A file that was dropped somewhere and waits for the upload page. */
export const pendingFile = createStore<{ readonly file: File | null }>(() => ({ file: null }));

export function takePendingFile(): File | null {
  const { file } = pendingFile.getState();
  pendingFile.setState({ file: null });
  return file;
}
