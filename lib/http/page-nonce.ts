/**
 * The header in which the web server gives a page its nonce, which the page's own inline scripts and styles carry. It
 * overwrites what the client sent under this name.
 */
export const pageNonceHeader = 'x-page-nonce';
