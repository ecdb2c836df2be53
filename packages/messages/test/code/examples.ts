/**
 * Texts with code of other syntaxes. The words that an engine may change are in guillemets. All other characters are
 * code or spaces, which must not change.
 */
export const KEPT: readonly (readonly [syntax: string, marked: string])[] = [
  ['MessageFormat 2', '«Press »{#link}«here»{/link}'],
  ['MessageFormat 2', '«Due »{$when :datetime dateStyle=long}'],
  ['MessageFormat 2', '.input {$count :number}\n{{«You have »{$count}« files»}}'],
  ['MessageFormat 2', '.local $n = {$count :number style=percent} {{{$n}« are done»}}'],
  ['MessageFormat 2', '{{«Hello »{$name}}}'],
  ['MessageFormat 2', '{{{#b}«Save all»{/b}« now»}}'],
  ['MessageFormat 2', '«Copy »{|Ctrl C| :keys}«, then paste »{#img src=|a.png|/}'],
  ['pairs', '«Press »{link}«here»{/link}« to sign in»'],
  ['pairs', '{0}«Terms»{/0}« and »{1}«privacy»{/1}'],
  ['Fluent', '«Your »{ -brand(case: "genitive") }« account»'],
  ['Fluent', '{ NUMBER($share, style: "percent") }« used»'],
  ['Fluent', '«An opening »{"{"}« brace»'],
  ['Svelte', '{#if open}«Open»{:else if half}«Half open»{:else}«Closed»{/if}'],
  ['Svelte', '{#each items as item, i (item.id)}«Item »{item.name}{:else}«No items»{/each}'],
  ['Svelte', '«Read »{@html link}« first»'],
  ['Svelte', '{#await load()}«Please wait»{:then value}«Done»{/await}'],
  ['Angular', '@if (user.isLoggedIn) {«Welcome back»} @else if (a()) {«Hello»} @else {«Sign in»}'],
  ['Angular', '@for (item of items; track item.id) {«Item »{{ item.name }}} @empty {«None left»}'],
  ['Angular', '@switch (mode) { @case (1) {«Dark mode»} @default {«Light mode»} }'],
  ['Angular', '@let name = user.name;«Hello »{{ name }}'],
  ['Razor', '«Hello »@user.Name«, you have »@Model.Items.Count« new items»'],
  ['Razor', '«You are »@(Model.Age + 1)« years old»'],
  ['Razor', '@if (Model.IsOpen) { <b>«Open»</b> } else { <b>«Closed»</b> }'],
  ['Razor', '@* a note *@«Save the file»'],
  ['Blade', '@if($open) «Open now» @elseif($half) «Half open» @else «Closed» @endif'],
  ['Blade', '@foreach($users as $user) «User »{{ $user->name }} @endforeach'],
  ['Blade', '{!! $name !!}« has joined »{{-- a } note --}}'],
  ['Liquid', '{% if user.age < 18 %}«Too young»{% else %}«Welcome»{% endif %}'],
  ['Liquid', '«Hello »{{ user.name | default: "friend" }}«, you are back»'],
  ['Jinja', '{%- for item in items if item.open -%}«Item »{{ item }}{%- endfor -%}{# a note #}'],
  ['ERB', '<% if a < b %>«Less»<% else %>«More»<% end %>« than »<%= b %>'],
  ['ERB', '<a href="<%= url %>">«Click here»</a>'],
  ['PHP', '«Hello »<?= $name ?>«, welcome»'],
  ['Handlebars', '{{#each items}}«Item »{{this}}{{else}}«No items»{{/each}}'],
  ['Handlebars', '{{~#if open~}}«Open»{{~/if~}} {{> footer}}{{!-- a } note --}}'],
  ['Vue', '«Hello »{{ user.name }}«, see »@:menu.file« or »@.lower:menu.edit'],
  ['Qt', '%L1« of »%L2« files copied»'],
  ['Qt', '«Copy »%1« to »%2'],
  ['Go', '%[1]s« of »%[2]d« files»'],
  ['.NET', '«It costs »{0:N2}« or »{1,10:C}'],
  ['Godot', '[b]«Warning»[/b]«: »[color=red]«do not open»[/color]'],
  ['BBCode', '«Read »[url=https://a.example/b]«the rules»[/url]« now»'],
  ['terminals', '\u001b[1;31m«Failed»\u001b[0m« to open the file»'],
  ['terminals', '\\033[31m«Failed»\\033[0m« or »\\e[1m«maybe»\\e[0m'],
  ['LaTeX', '«Press »\\textbf{«Save»}« and read »\\cite[p. 3]{knuth}'],
  ['LaTeX', '«Typeset by »\\LaTeX« on »\\today'],
  ['shells', '«Today is »$(date +%F)« for »$USER'],
  ['PHP', '«Hello »$user->name«, you have »$count« files»'],
  ['strftime', '«Seen at »%Y-%m-%d %H:%M'],
  ['i18next 1', '«Hello »__name__« and welcome»'],
  ['expressions', '«Total »{user?.total ?? 0}« so far»'],
  ['functions', '«Call »api.init()« first»'],
];

/** Texts with code in unsupported syntaxes. They are not sent to engines. */
export const REPORTED: readonly (readonly [syntax: string, text: string, part: string])[] = [
  ['MessageFormat 2', '.match $open\ntrue {{Open}}\n* {{Closed}}', '.match'],
  ['Fluent', '{ $n -> [one] One file *[other] {$n} files }', '*[other]'],
  ['Svelte', "{open ? 'Open the door' : 'Closed'}", "{open ? 'Open the door' : 'Closed'}"],
  ['JSON', '{ "title": "Hello" }', '{ "title": "Hello" }'],
  ['JSX', '<Trans values={{ a: 1 }} render={() => x}>Hello there</Trans>', '<Trans values='],
  ['Rich', '[bold red]Stop[/] the train', '[/]'],
  ['a language of its own', '{if open}Open{endif} the door', '{if open}'],
  ['a language of its own', '{when count is 1: one file, else many files', '{'],
  ['MediaWiki', 'See [[Main Page of the wiki]]', '[[Main Page of the wiki]]'],
  ['Blade', '@if($open Open the door', '@if('],
  ['JavaScript', 'function() { return open file; }', '{ return open file; }'],
];

/** Removes the guillemets of a marked text. */
export const unmarked = (marked: string): string => marked.replace(/[«»]/g, '');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern that matches the text with any other words in place of the marked words. */
export const withOtherWords = (marked: string): RegExp =>
  new RegExp(
    `^${marked
      .split(/(«[^»]*»)/)
      .map((part) => (part.startsWith('«') ? '[\\s\\S]*?' : escaped(part)))
      .join('')}$`,
    'u',
  );

/** Returns the marked words. */
export const wordsOf = (marked: string): string[] =>
  [...marked.matchAll(/«([^»]*)»/g)].map(([, words]) => words!.trim());

/** Returns the code between the marked words, without surrounding spaces. */
export const codeOf = (marked: string): string[] =>
  marked
    .split(/«[^»]*»/)
    .flatMap((part) => part.split(/\s+(?=[{@<])|(?<=\{\{)(?=\{[$|#])|(?<=\})(?=\}\}$)/))
    .map((part) => part.trim())
    .filter((part) => part !== '');
