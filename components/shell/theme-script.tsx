import { themeStorageKey } from './theme-storage-key';

/** Runs before the first paint, and again when the preference or the device's theme changes. */
const applyTheme = `(key) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const choice = localStorage.getItem(key);
    const isDark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', isDark);
    document.documentElement.classList.toggle('light', !isDark);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
}`;

/** Applies the theme preference without a flash of the wrong theme. */
export function ThemeScript({ product }: { product: string }) {
  const script = `(${applyTheme})(${JSON.stringify(themeStorageKey(product)).replaceAll('<', '\\u003c')})`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to run before the first paint; it contains nothing that a visitor enters
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
