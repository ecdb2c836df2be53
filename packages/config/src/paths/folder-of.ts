export const folderOf = (path: string): string => {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : path.slice(0, end);
};
