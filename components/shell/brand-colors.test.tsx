import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BrandColors } from './brand-colors';

test('the operator’s colours replace ink in their theme, with the text that reads better on them', () => {
  const css = renderToStaticMarkup(<BrandColors light="#0a2540" dark="#ffd60a" />);
  expect(css).toContain('html:root,html .light{--primary:#0a2540;--on-primary:#ffffff}');
  expect(css).toContain('html.dark:root,html .dark{--primary:#ffd60a;--on-primary:#000000}');
});

test('one colour alone leaves the other theme to ink', () => {
  const css = renderToStaticMarkup(<BrandColors dark="#ffd60a" />);
  expect(css).not.toContain('.light');
});

test('without colours there is nothing to say', () => {
  expect(renderToStaticMarkup(<BrandColors />)).toBe('');
});
