import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BrandColors } from './brand-colors';

test('the operator’s colors replace ink in their theme, with the text color of higher contrast', () => {
  const css = renderToStaticMarkup(<BrandColors light="#0a2540" dark="#ffd60a" />);
  expect(css).toContain('html:root,html .light{--primary:#0a2540;--on-primary:#ffffff}');
  expect(css).toContain('html.dark:root,html .dark{--primary:#ffd60a;--on-primary:#000000}');
});

test('a single color leaves the other theme with ink', () => {
  const css = renderToStaticMarkup(<BrandColors dark="#ffd60a" />);
  expect(css).not.toContain('.light');
});

test('no colors, no style', () => {
  expect(renderToStaticMarkup(<BrandColors />)).toBe('');
});
