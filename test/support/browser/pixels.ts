/** The colors that a browser paints, which styles do not reveal for parts that it draws itself. */
import type { Page } from 'puppeteer-core';
import type { Colour } from './contrast.ts';

/** The color in the middle of an element's height, at a share of its width. */
export async function pixelOf(page: Page, selector: string, share: number): Promise<Colour> {
  const element = await page.waitForSelector(selector);
  const picture = await element?.screenshot({ encoding: 'base64' });
  return (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(picture)}), (each) => each.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const at = [Math.floor(${share} * (bitmap.width - 1)), Math.floor(bitmap.height / 2)];
    return [...context.getImageData(...at, 1, 1).data];
  })()`)) as unknown as Colour;
}

/** The left edge of an element, as a share of the width of its parent. */
export const leftEdgeOf = (page: Page, selector: string): Promise<number> =>
  page.$eval(selector, (element) => {
    const { left } = element.getBoundingClientRect();
    const around = element.parentElement?.getBoundingClientRect();
    return around ? (left - around.left + 1) / around.width : 0;
  });
