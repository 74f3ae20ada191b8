/** Hands a file to the browser to be saved. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** A title as a file's name. */
export function toFileName(title: string): string {
  return title.replace(/[\\/:*?"<>|\s]+/g, '-').replace(/^-+|-+$/g, '') || 'chart';
}
