import type { Drawing } from './draw-stage.ts';

export function toPng({ canvas }: Pick<Drawing, 'canvas'>): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser gives no room for a picture of this size.'));
    });
  });
}
