/** Words of the server: they are English in every language of the app. */
export function ServerText({ text }: { text: string }) {
  return (
    <span lang="en" dir="auto">
      {text}
    </span>
  );
}
