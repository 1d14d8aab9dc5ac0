/** The code of a dynamic provider that does nothing: what Pulumi and its process cost by themselves. */
export const nothing =
  "exports.handler=()=>({configure:async()=>{},check:async(olds,news)=>({inputs:news,failures:[]}),diff:async()=>({changes:false})," +
  "create:async(inputs)=>({id:inputs.__urn,outs:inputs}),read:async(id,props)=>({id,props}),update:async(id,olds,news)=>({outs:news})," +
  "delete:async()=>{}})";
