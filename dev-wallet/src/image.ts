/** The wallet's icon as a data address, so that pages need no request for it. */
export const IMAGE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="288" height="288" viewBox="0 0 60 60"><rect width="60" height="60" fill="#0b6a62"/><g fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><path d="M12 22h36v24H12zM12 22l26-9v9"/><path d="M39 34h1"/></g></svg>',
)}`;
