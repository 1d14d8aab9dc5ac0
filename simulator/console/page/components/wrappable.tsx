import { Fragment } from "preact";

/** A text whose lines may end before each capital letter of a name, as in `AliyunRSDefaultPermission` and `VSwitch`. */
export function Wrappable({ text }: { readonly text: string }) {
  const [first, ...rest] = text.split(/(?<=[a-z]{2})(?=[A-Z])/);
  return (
    <>
      {first}
      {rest.map((piece, index) => (
        <Fragment key={index}>
          <wbr />
          {piece}
        </Fragment>
      ))}
    </>
  );
}
